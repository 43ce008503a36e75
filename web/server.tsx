import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { match } from 'ts-pattern';

import type { Top5Answer, UnsoldAnswer } from '#adapters/http/contract/contract.ts';

import { PAGE_SIZE } from './api.ts';
import { App, fetchScreen } from './app.tsx';
import { leadsAddress, leadsHref } from './leads-address.ts';
import { PAGE_DATA } from './page-data.ts';
import type { PageData } from './page-data.ts';
import { giveExamples } from './stores/examples.ts';
import { giveLeads } from './stores/leads.ts';

/**
 * The web on the server: draws the public pages as the browser will, with the leads that they show already in them. One page is
 * drawn at a time, in one go, so what is given to the stores is that page's alone.
 */

/** The pages that are the same for everybody, and what the first load lacks of each. */
const DRAWN: Readonly<Record<string, { readonly title?: string; readonly module?: string }>> = {
  '/': {},
  '/lead-vault': { title: 'Lead Vault', module: 'screens/lead-vault.tsx' },
  '/signin': { title: 'Welcome Back', module: 'screens/sign-in.tsx' },
  '/signup': { title: 'Create Account', module: 'screens/sign-up.tsx' },
  '/contact-us': { title: 'Contact Us', module: 'screens/contact-us.tsx' },
};

await Promise.all(Object.keys(DRAWN).map(fetchScreen));

type Wanted = {
  /** The one form of all addresses that show the same. */
  readonly address: string;
  /** The list in the page; none where it shows nothing of ours. */
  readonly list?:
    | { readonly name: 'unsold'; readonly search: string; readonly page: number; readonly size: number }
    | { readonly name: 'examples' };
};

/** What the page of an address shows; `undefined` for a page that the browser draws alone. `query` is what follows the `?`. */
export const wanted = (path: string, query: string): Wanted | undefined => {
  if (DRAWN[path] === undefined) return undefined;
  if (path === '/lead-vault') return { address: path, list: { name: 'examples' } };
  if (path !== '/') return { address: path };
  const { city, page } = leadsAddress(query);
  return { address: leadsHref({ city, page }), list: { name: 'unsold', search: city, page, size: PAGE_SIZE } };
};

const dataOf = (path: string, query: string, answer: string): PageData =>
  match(path)
    .with('/lead-vault', () => ({ list: 'examples' as const, answer: JSON.parse(answer) as Top5Answer }))
    .otherwise(() => ({
      list: 'unsold' as const,
      request: leadsAddress(query),
      answer: JSON.parse(answer) as UnsoldAnswer,
    }));

/** JSON inside of HTML: no text in it can end its element. */
const inside = (data: PageData): string => JSON.stringify(data).replaceAll('<', String.raw`\u003c`);

type Page = {
  /** The built page without anything drawn. */
  readonly shell: string;
  readonly path: string;
  readonly query: string;
  /** What the API answers to the list that is wanted, if it did. */
  readonly answer: string | undefined;
  /** The files of a module and of what it needs. */
  readonly filesOf: (module: string) => readonly string[];
};

/** The HTML of a page that is wanted. Without the answer it shows what stands for it until the browser has asked. */
export const draw = ({ shell, path, query, answer, filesOf }: Page): string => {
  const data = answer === undefined ? undefined : dataOf(path, query, answer);
  giveLeads(data?.list === 'unsold' ? data : undefined);
  giveExamples(data?.list === 'examples' ? { request: 'top5', answer: data.answer } : undefined);
  const html = renderToString(
    <StrictMode>
      <App address={{ path, search: query }} />
    </StrictMode>,
  );
  const { title, module } = DRAWN[path] ?? {};
  const links = (module === undefined ? [] : filesOf(module)).map(
    (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
  );
  const block = data === undefined ? '' : `<script type="application/json" id="${PAGE_DATA}">${inside(data)}</script>`;
  return shell
    .replace(/<title>[^<]*<\/title>/, (usual) => (title === undefined ? usual : `<title>${title} | Homelead</title>`))
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>${block}`);
};
