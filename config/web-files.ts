import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { WebFiles } from '#adapters/http/page-routes.ts';

const FOLDER = fileURLToPath(new URL('../dist/web', import.meta.url));

/** There are no pages to answer with. */
export class WebMissing extends Error {
  override readonly name = 'WebMissing';
}

/** The web as `npm run build` left it. Throws `WebMissing` where it has not run. */
export const builtWeb = (folder = FOLDER): WebFiles => {
  if (!existsSync(`${folder}/index.html`))
    throw new WebMissing('The web is not built yet: npm run build, or npm start.');
  let html: Promise<string> | undefined;
  return {
    folder,
    shell: () => {
      html ??= readFile(`${folder}/index.html`, 'utf8');
      return html;
    },
  };
};
