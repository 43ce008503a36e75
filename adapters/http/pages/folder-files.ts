import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

import { getMimeType } from 'hono/utils/mime';

import { ASKING, answerOf } from '#adapters/http/answers/answer.ts';
import type { Encoding, PublicAnswer } from '#adapters/http/answers/answer.ts';

/** The answers of a folder's files, by their addresses. */
export type Files = ReadonlyMap<string, PublicAnswer>;

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Where files have a hash of their content in their name. */
const ASSETS = '/assets/';

const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** Hidden files are never sent, compressed ones are only another form of their original, and the shell is sent as a page. */
const isAnswered = (address: string): boolean =>
  !/\.(?:br|gz)$/.test(address) && !address.includes('/.') && address !== '/index.html';

type Contents = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

const read = async (folder: string): Promise<Contents> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const contents = paths.map(async (path) => {
    const address = `/${relative(folder, path).replaceAll(sep, '/')}`;
    return [address, new Uint8Array(await readFile(path))] as const;
  });
  return new Map(await Promise.all(contents));
};

const answerIn = (contents: Contents, address: string, body: Uint8Array<ArrayBuffer>): PublicAnswer => {
  const [br, gzip] = [contents.get(address + ENDINGS.br), contents.get(address + ENDINGS.gzip)];
  const smaller = br && gzip && { br: Promise.resolve(br), gzip: Promise.resolve(gzip) };
  return {
    ...answerOf(body, getMimeType(address) ?? 'application/octet-stream'),
    caching: address.startsWith(ASSETS) ? `public, max-age=${YEAR_SECONDS}, immutable` : ASKING,
    ...(smaller && { compressed: (encoding: Encoding) => smaller[encoding] }),
  };
};

/**
 * Reads a folder once, with the compressed forms that lie beside its files. All of the web is smaller than a photograph, and reading a
 * file from the disk costs ten times as much as answering it. This process never mixes its files with those of a later build.
 */
export const filesOf = async (folder: string): Promise<Files> => {
  const contents = await read(folder);
  const answered = [...contents].filter(([address]) => isAnswered(address));
  return new Map(answered.map(([address, body]) => [address, answerIn(contents, address, body)]));
};
