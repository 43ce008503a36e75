import { expect, test } from 'vitest';

import { sharedProduct } from './shared-product.ts';

const product = sharedProduct();

/** In bytes. */
const MOST = 92_000;

const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** A script as it is sent: the bytes that are transferred, and the scripts that it cannot do without. */
const scriptOf = async (name: string): Promise<{ readonly bytes: number; readonly imported: readonly string[] }> => {
  const response = await fetch(`${product().address}/assets/${name}`, { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const bytes = Number(response.headers.get('content-length'));
  return { bytes, imported: namesIn(await response.text(), /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g) };
};

test('the first page needs no more than 92 KB of scripts, and names all of them itself', async () => {
  const html = await (await fetch(product().address)).text();
  const named = new Set(namesIn(html, /(?:src|href)="\/assets\/([^"]+\.js)"/g));
  const scripts = await Promise.all([...named].map(scriptOf));
  expect(named.size).toBeGreaterThan(1);
  expect(scripts.flatMap(({ imported }) => imported).filter((name) => !named.has(name))).toEqual([]);
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MOST);
});
