import { readFileSync } from 'node:fs';

const STYLE = readFileSync(new URL('./docs.css', import.meta.url), 'utf8');
const SCRIPT = readFileSync(new URL('./docs.js', import.meta.url), 'utf8');

/** The files of the page. */
export const DOCS_FILES = [
  { path: '/api/docs/docs.css', type: 'text/css', text: STYLE },
  { path: '/api/docs/docs.js', type: 'text/javascript', text: SCRIPT },
] as const;
