import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

/** A page without its scripts, and without the wish to have them. */
const withoutScripts = (html: string): string =>
  html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '');

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** What an answer says of its bytes on their way, which are others here. */
const OF_THE_WAY = ['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'content-length', 'etag'];

export type Twin = { readonly address: string; readonly stop: () => Promise<void> };

/** The same product, whose pages come without their scripts. */
export const startTwin = async (product: string): Promise<Twin> => {
  const answer = async (path: string): Promise<{ readonly head: Headers; readonly body: Buffer }> => {
    const original = await fetch(product + path);
    // All the others count: after Cross-Origin-Opener-Policy alone the browser begins a page some 30 ms later.
    const head = new Headers(original.headers);
    for (const name of OF_THE_WAY) head.delete(name);
    if (head.get('content-type')?.startsWith('text/html') !== true)
      return { head, body: Buffer.from(await original.arrayBuffer()) };
    head.set('content-encoding', 'br');
    return { head, body: brotliCompressSync(withoutScripts(await original.text()), BROTLI) };
  };
  const made = new Map<string, ReturnType<typeof answer>>();
  // Made once, so that only what the browser does is measured.
  const kept = (path: string): ReturnType<typeof answer> => {
    const known = made.get(path) ?? answer(path);
    made.set(path, known);
    return known;
  };
  const server = createServer((request, response) => {
    kept(request.url ?? '/').then(
      ({ head, body }) => response.setHeaders(head).end(body),
      () => response.writeHead(502).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
