import type { OpenApi } from '#adapters/http/operations/open-api.ts';

export const docsPage = (api: OpenApi): string => `<!doctype html><title>${api.info.title}</title>`;
