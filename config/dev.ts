import type { RequestListener } from 'node:http';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { createServer } from 'vite';

import { filesOf } from '#adapters/http/pages/folder-files.ts';
import { start } from './start.ts';

/** One process with reload: the product, with the web from its sources in front. */
await start(async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const vite = await createServer({
    configLoader: 'native',
    root: `${root}web`,
    configFile: `${root}vite.config.ts`,
    appType: 'custom',
    server: { middlewareMode: true, fs: { deny: ['**/data/**', '**/.git/**', '.env*', '*.{crt,pem}'] } },
  });
  return {
    web: {
      files: await filesOf(`${root}web/public`),
      // Reload needs inline scripts and a socket of its own.
      policy: { 'default-src': ["'self'", "'unsafe-inline'", 'data:'], 'connect-src': ["'self'", 'ws:'] },
      shell: async (path) => vite.transformIndexHtml(path, await readFile(`${root}web/index.html`, 'utf8')),
    },
    /** Vite serves the web's sources and leaves everything else to the product. */
    before:
      (app: RequestListener): RequestListener =>
      (request, response) =>
        vite.middlewares(request, response, () => app(request, response)),
  };
});
