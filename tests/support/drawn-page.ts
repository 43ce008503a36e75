import { act } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { afterEach } from 'vitest';

import { begin } from '#web/begin.tsx';
import { draw } from '#web/server.tsx';
import { giveExamples } from '#web/stores/examples.ts';
import { giveLeads } from '#web/stores/leads.ts';

const SHELL = '<!doctype html><html><head><title>Shell</title></head><body><div id="root"></div></body></html>';

/** The HTML that the server draws for an address, with the API's answer for its list. */
export const htmlOf = (address: string, answer?: unknown, publicUrl?: string): string => {
  const { pathname, search } = new URL(address, 'https://shop.example');
  const body = answer === undefined ? undefined : JSON.stringify(answer);
  return draw({
    shell: SHELL,
    path: pathname,
    query: search,
    answer: body,
    publicUrl,
    filesOf: (module) => [`${module}.js`],
  });
};

const rootOf = (page: Document): Element => {
  const root = page.querySelector('#root');
  if (root === null) throw new Error('the page has no #root');
  return root;
};

/** The text of a page. */
export const textOf = (html: string): string =>
  rootOf(new DOMParser().parseFromString(html, 'text/html')).textContent ?? '';

/** Loads a page that the server has drawn, as a browser does before any script runs. */
export const load = (address: string, answer?: unknown): Element => {
  const html = htmlOf(address, answer);
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  document.body.replaceChildren(...body.childNodes);
  // In the tests the server and the browser share these stores.
  giveLeads(undefined);
  giveExamples(undefined);
  history.replaceState(null, '', address);
  return rootOf(document);
};

/** Call once in a test file that hydrates pages: `wake` runs the page's script until hydration is done. */
export const useWaking = (): ((root: Element) => Promise<void>) => {
  let hydrated: Root | undefined;
  afterEach(() => {
    act(() => hydrated?.unmount());
    hydrated = undefined;
    document.body.replaceChildren();
  });
  return (root) =>
    act(async () => {
      hydrated = await begin(root);
    });
};
