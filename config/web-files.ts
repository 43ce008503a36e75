import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { DrawnPages } from '#adapters/http/pages/drawn-pages.ts';
import { filesOf } from '#adapters/http/pages/folder-files.ts';
import type { WebFiles } from '#adapters/http/pages/page-answers.ts';

const FOLDER = fileURLToPath(new URL('../dist', import.meta.url));

/** The web was not built. */
export class WebMissing extends Error {
  override readonly name = 'WebMissing';
}

/** The web's own part on the server, as `web/server.tsx` exports it. */
type WebServer = Pick<DrawnPages, 'wanted'> & {
  readonly draw: (page: {
    readonly shell: string;
    readonly path: string;
    readonly query: string;
    readonly answer: string | undefined;
    readonly publicUrl: string | undefined;
    readonly filesOf: (module: string) => readonly string[];
  }) => string;
};

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

const closure = (manifest: Manifest, name: string, seen = new Set<string>()): ReadonlySet<string> => {
  const part = manifest[name];
  if (part === undefined || seen.has(part.file)) return seen;
  seen.add(part.file);
  for (const imported of part.imports ?? []) closure(manifest, imported, seen);
  return seen;
};

/** The files of a module and of all its imports, without those that every page names itself. */
const filesIn = (manifest: Manifest) => {
  const first = closure(manifest, 'index.html');
  return (module: string): readonly string[] => [...closure(manifest, module).difference(first)];
};

/** The hashes of a page's inline styles for a content security policy. */
const stylesOf = (html: string): readonly string[] =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  );

/** The web as `npm run build` has made it, for a shop with this `publicUrl`. Throws `WebMissing` if it was not built. */
export const builtWeb = async (publicUrl: string | undefined): Promise<WebFiles> => {
  const folder = `${FOLDER}/web`;
  const server = `${FOLDER}/server/web.js`;
  if (!existsSync(`${folder}/index.html`) || !existsSync(server))
    throw new WebMissing('The web is not built yet: npm run build, or npm start.');
  const shell = await readFile(`${folder}/index.html`, 'utf8');
  const modulesOf = filesIn(JSON.parse(await readFile(`${folder}/.vite/manifest.json`, 'utf8')) as Manifest);
  const { wanted, draw } = (await import(pathToFileURL(server).href)) as WebServer;
  return {
    files: await filesOf(folder),
    shell: () => Promise.resolve(shell),
    styles: stylesOf(shell),
    pages: {
      wanted,
      draw: (path, query, answer) =>
        Promise.resolve(draw({ shell, path, query, answer, publicUrl, filesOf: modulesOf })),
    },
  };
};
