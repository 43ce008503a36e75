import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { match } from 'ts-pattern';

import type { Top5Answer, UnsoldAnswer } from '#adapters/http/contract/contract.ts';

import { PAGE_SIZE } from './api.ts';
import { App, fetchScreen } from './app.tsx';
import { leadsAddress, leadsHref } from './leads-address.ts';
import { PAGE_DATA } from './page-data.ts';
import type { PageData } from './page-data.ts';
import { pageHead } from './page-head.tsx';
import type { PageWords } from './page-head.tsx';
import { MONTHLY } from './price.ts';
import { giveExamples } from './stores/examples.ts';
import { giveLeads } from './stores/leads.ts';

/**
 * The web on the server: draws the public pages as the browser will, with the leads that they show already in them. One page is
 * drawn at a time, in one go, so what is given to the stores is that page's alone.
 */

type DrawnPage = PageWords & {
  /** The modules that the first load lacks. */
  readonly modules?: readonly string[];
  /** Whom it is drawn for, where not for everybody: it leads the others away, and they do not see it go. */
  readonly audience?: 'guests' | 'users';
};

/**
 * The pages that look the same to everybody, as far as they are drawn: those for users until it is known who looks, and those of a
 * payment or a mailed link until it is known what became of it. `/*` stands for every address that has no page.
 */
const DRAWN: Readonly<Record<string, DrawnPage>> = {
  '/': {
    description:
      'Exclusive, human-verified home buyer leads for agents, brokers and realtors. Choose one, pay by card, and get the contact details by email.',
  },
  '/lead-vault': {
    title: 'Lead Vault',
    description: `Every unsold buyer lead from the past 90 days, with full contact details: search, filter and export them. ${MONTHLY} a month, cancel any time.`,
    modules: ['screens/lead-vault.tsx'],
  },
  '/signin': {
    title: 'Sign In',
    description: 'Sign in to Homelead and open your Lead Vault.',
    modules: ['screens/sign-in.tsx'],
    audience: 'guests',
  },
  '/signup': {
    title: 'Create Account',
    description: 'Create a Homelead account to subscribe to the Lead Vault.',
    modules: ['screens/sign-up.tsx'],
    audience: 'guests',
  },
  '/contact-us': {
    title: 'Contact Us',
    description: 'A question about a lead, a purchase or your account? Homelead replies within 24 hours.',
    modules: ['screens/contact-us.tsx'],
  },
  '/lead-vault-dashboard': {
    title: 'Lead Vault Dashboard',
    modules: ['screens/lead-vault-dashboard.tsx', 'components/vault-dashboard.tsx'],
    audience: 'users',
  },
  '/profile': { title: 'Profile', modules: ['screens/profile.tsx'], audience: 'users' },
  '/*': { title: 'Page not found', modules: ['screens/not-found.tsx'] },
  '/success': { title: 'Verifying Payment...', modules: ['screens/success.tsx'] },
  '/verify': { title: 'Verifying...', modules: ['screens/verify.tsx'] },
  '/reset-password': { title: 'Reset Your Password', modules: ['screens/reset-password.tsx'] },
};

await Promise.all(Object.keys(DRAWN).map(fetchScreen));

type Wanted = Pick<DrawnPage, 'audience'> & {
  /** The canonical address of all that show the same. */
  readonly address: string;
  /** The list on the page; none where the page shows no leads. */
  readonly list?:
    | { readonly name: 'unsold'; readonly search: string; readonly page: number; readonly size: number }
    | { readonly name: 'examples' };
};

/** What the page at an address shows; `undefined` for a page that only the browser draws. `query` has its `?`. */
export const wanted = (path: string, query: string): Wanted | undefined => {
  const drawn = DRAWN[path];
  if (drawn === undefined) return undefined;
  if (path === '/lead-vault') return { address: path, list: { name: 'examples' } };
  if (path !== '/') return { address: path, ...(drawn.audience && { audience: drawn.audience }) };
  const { city, page } = leadsAddress(query);
  return { address: leadsHref({ city, page }), list: { name: 'unsold', search: city, page, size: PAGE_SIZE } };
};

/** The query of the canonical address. The page is cached for every address with that form: nothing else of one may be drawn. */
const queryOf = (path: string, query: string): string => wanted(path, query)?.address.slice(path.length) ?? '';

const isSearch = (query: string): boolean => leadsAddress(query).city !== '';

const dataOf = (path: string, query: string, answer: string): PageData =>
  match(path)
    .with('/lead-vault', () => ({ list: 'examples' as const, answer: JSON.parse(answer) as Top5Answer }))
    .otherwise(() => ({
      list: 'unsold' as const,
      request: leadsAddress(query),
      answer: JSON.parse(answer) as UnsoldAnswer,
    }));

/** JSON for use in HTML: no text in it can end its element. */
const inside = (data: PageData): string => JSON.stringify(data).replaceAll('<', String.raw`\u003c`);

type Page = {
  /** The built page, with nothing drawn in it. */
  readonly shell: string;
  readonly path: string;
  readonly query: string;
  /** The answer of the API to the list that is wanted, if there was one. */
  readonly answer: string | undefined;
  /** The public URL of the shop, without a slash at its end, if it is known. */
  readonly publicUrl: string | undefined;
  /** The files of a module and of its dependencies. */
  readonly filesOf: (module: string) => readonly string[];
};

/** The HTML of a page that is wanted. Without the answer it shows the skeleton until the browser has asked. */
export const draw = ({ shell, path, query: asked, answer, publicUrl, filesOf }: Page): string => {
  const query = queryOf(path, asked);
  const data = answer === undefined ? undefined : dataOf(path, query, answer);
  giveLeads(data?.list === 'unsold' ? data : undefined);
  giveExamples(data?.list === 'examples' ? { request: 'top5', answer: data.answer } : undefined);
  const html = renderToString(
    <StrictMode>
      <App address={{ path, search: query }} />
    </StrictMode>,
  );
  const words = DRAWN[path];
  if (words === undefined) throw new Error(`The page ${path} is not drawn here.`);
  const files = new Set((words.modules ?? []).flatMap(filesOf));
  const links = [...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const block = data === undefined ? '' : `<script type="application/json" id="${PAGE_DATA}">${inside(data)}</script>`;
  return shell
    .replace(/<title>[^<]*<\/title>/, () => pageHead({ ...words, publicUrl, isSearch: isSearch(query) }))
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>${block}`);
};
