import { weekStart } from '#domain/week.ts';
import { leadAt } from './leads.ts';
import { LOGINS, PASSWORD, SUBSCRIBERS, emailAt, sessionTokenOf } from './members.ts';
import { PLACES } from './places.ts';

/** One kind of request that is measured. */
export type Case = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Parts of the answer that are new each time: only what kind of value they have is compared. */
  readonly fresh?: readonly string[];
};

const get = (name: string, path: string, headers: Case['headers'] = {}): Case => ({
  name,
  method: 'GET',
  path,
  headers,
});

const LIST = '/api/good-lead/unsold';
const VAULT = '/api/good-lead/vaulted-leads';
const headersOf = (subscriber: number) => ({ cookie: `session=${sessionTokenOf(subscriber)}` });
const SUBSCRIBER = headersOf(0);

const listOf = (name: string, query: string): Case => get(`list: ${name}`, `${LIST}${query}`);
export const vaultOf = (name: string, query: string): Case => get(`vault: ${name}`, `${VAULT}${query}`, SUBSCRIBER);

/** A place that hardly any lead comes from. */
const RARE = PLACES.at(-1)?.city ?? '';
const rare = encodeURIComponent(RARE);

/** A sign-in of one of the members. */
export const loginOf = (member: number): Case => ({
  name: 'login',
  method: 'POST',
  path: '/api/auth/login',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ username: emailAt(member % LOGINS), password: PASSWORD }).toString(),
});

/** The first lead that is listed can be bought all day: nobody pays. */
const checkoutOf = (now: number): Case => {
  let index = 0;
  while (leadAt(index, weekStart(now)).standing.state !== 'listed') index += 1;
  const { id, price } = leadAt(index, weekStart(now));
  return {
    name: 'checkout',
    method: 'POST',
    path: '/api/stripe/create-checkout-session',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leadId: id, amount: price / 100 }),
    fresh: ['id', 'url'],
  };
};

export const FIRST_PAGE = listOf('page 1', '');

/** An export of one of the subscribers. */
export const exportOf = (subscriber: number): Case =>
  get('export', '/api/good-lead/export', headersOf(subscriber % SUBSCRIBERS));
export const EXPORT = exportOf(0);

const TOP_5 = get('top 5', '/api/good-lead/top5');
const ME = get('me', '/api/auth/me', SUBSCRIBER);
export const CITY = listOf('a city', '?search=austin');
const [PAGE_100, STATE] = [listOf('page 100', '?page=100'), listOf('a state code', '?search=tx')];
export const VAULT_PAGE = vaultOf('page 1', '');

/** Another page on each connection, so that no two of them can be read for together. */
export const EIGHT_PAGES = Array.from({ length: 8 }, (_, page) => listOf('eight pages', `?page=${page + 1}`));

/** Lists of all kinds. */
export const LISTS = [FIRST_PAGE, PAGE_100, CITY, STATE] as const;

/** What is the same for everybody, and can be kept. */
export const FROM_MEMORY = [...LISTS, TOP_5] as const;

/** What is measured of the embedded database. */
export const EMBEDDED = [...FROM_MEMORY, ME, VAULT_PAGE];

/** All of them. Which page is the last depends on how many leads there are. */
export const casesOf = (lastPage: number, now = Date.now()): readonly Case[] => [
  FIRST_PAGE,
  ...EIGHT_PAGES.slice(0, 1),
  PAGE_100,
  listOf('middle page', `?page=${Math.ceil(lastPage / 2)}`),
  listOf('last page', `?page=${lastPage}`),
  CITY,
  STATE,
  listOf("a state's name", '?search=Texas'),
  listOf('a rare place', `?search=${rare}`),
  listOf('nothing found', '?search=zzzz'),
  TOP_5,
  ME,
  VAULT_PAGE,
  vaultOf('a state', '?state=TX'),
  vaultOf("search 'gmail'", '?search=gmail'),
  vaultOf("search 'gmail', page 2", '?search=gmail&page=2'),
  vaultOf('search a city', '?search=austin'),
  vaultOf('search a name', '?search=castillo'),
  vaultOf('search a rare place', `?search=${rare}`),
  EXPORT,
  loginOf(0),
  checkoutOf(now),
];
