import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

/** A page without its scripts, and without the wish to have them. */
const withoutScripts = (html: string): string =>
  html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '');

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export type Twin = { readonly address: string; readonly stop: () => Promise<void> };

/** The same product, whose pages come without their scripts. */
export const startTwin = async (product: string): Promise<Twin> => {
  const answer = async (path: string): Promise<{ readonly head: Record<string, string>; readonly body: Buffer }> => {
    const original = await fetch(product + path);
    const type = original.headers.get('content-type') ?? '';
    const head = { 'content-type': type, 'cache-control': original.headers.get('cache-control') ?? '' };
    if (!type.startsWith('text/html')) return { head, body: Buffer.from(await original.arrayBuffer()) };
    const policy = original.headers.get('content-security-policy') ?? '';
    const body = brotliCompressSync(withoutScripts(await original.text()), BROTLI);
    return { head: { ...head, 'content-encoding': 'br', 'content-security-policy': policy }, body };
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
      ({ head, body }) => response.writeHead(200, head).end(body),
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
