import { readFileSync } from 'node:fs';

const text = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** What the page is made of. */
export const DOCS_FILES = [
  { path: '/api/docs/docs.css', type: 'text/css', text: text('./docs.css') },
  { path: '/api/docs/docs.js', type: 'text/javascript', text: text('./docs.js') },
] as const;
