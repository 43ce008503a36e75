import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { WebFiles } from '#adapters/http/page-routes.ts';

const FOLDER = fileURLToPath(new URL('../dist/web', import.meta.url));

/** The web as `npm run build` left it. */
export const builtWeb = (folder = FOLDER): WebFiles => {
  let html: Promise<string> | undefined;
  return {
    folder,
    shell: () => {
      html ??= readFile(`${folder}/index.html`, 'utf8');
      return html;
    },
  };
};
