import type { Case } from './cases.ts';

const asked = (name: string, path: string): Case => ({
  name,
  method: 'GET',
  path,
  headers: { 'accept-encoding': 'br' },
});

/** What a browser asks for that comes for the first time: the home page, then its script and the other files that the page names. */
export const firstVisit = async (
  address: string,
): Promise<readonly [page: Case, script: Case, ...others: readonly Case[]]> => {
  const html = await (await fetch(address)).text();
  const script = /<script [^>]*src="([^"]+)"/.exec(html)?.[1];
  if (script === undefined) throw new Error('the home page has no script');
  const files = [...html.matchAll(/<link [^>]*href="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  return [
    asked('the home page', '/'),
    asked('its script', script),
    ...files.map((file) => asked('another file', file)),
  ];
};
