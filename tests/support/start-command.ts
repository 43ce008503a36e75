import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly scripts: { readonly start: string };
};

/** What `npm start` tells Node besides the file to run. */
export const START_FLAGS: readonly string[] = (/ node ((?:--\S+ )*)config\/main\.ts$/.exec(scripts.start)?.[1] ?? '')
  .split(' ')
  .filter(Boolean);
