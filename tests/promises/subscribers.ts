import { systemSecrets } from '#adapters/system/secrets.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { Limits } from '#application/ports/limiter.ts';
import type { Outside } from '#config/outside.ts';
import { becomeSubscriber, me, signIn, signInAnother } from '#tests/adapters/http/members.ts';
import { shopApp } from '#tests/adapters/http/shop-app.ts';
import type { ShopApp } from '#tests/adapters/http/shop-app.ts';
import { addLeads, vaultedLead } from '#tests/adapters/http/vault-leads.ts';
import type { Tally } from './promise.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export const GRACE = 72 * HOUR;

const NO_LIMITS = Object.fromEntries(
  Object.keys(DEFAULT_LIMITS).map((name) => [name, { tries: 1e9, seconds: 1 }]),
) as Limits;

export type Around = (outside: Outside) => Outside;

/** Two processes of the product on one store, in memory, each with its own clock. */
export const twoApps = async (around: Around = (outside) => outside) => {
  const first = await shopApp({ limits: NO_LIMITS, around });
  const { atomically, vault, users } = first.store;
  const second = await shopApp({
    limits: NO_LIMITS,
    // What it makes up is in no other's rows.
    around: (outside) => around({ ...outside, atomically, vault, users, secrets: systemSecrets() }),
  });
  return {
    first,
    apps: [first, second] as const,
    setClocks: (now: number) => [first, second].forEach(({ clock }) => clock.set(now)),
  };
};

export type TwoApps = Awaited<ReturnType<typeof twoApps>>;

const LIST = '/api/good-lead/vaulted-leads';
const EXPORT = '/api/good-lead/export';
const WAYS = [
  ['GET', LIST],
  ['GET', `${LIST}?page=2`],
  ['GET', `${LIST}?search=juneau&state=AK&sortBy=price&sortOrder=asc`],
  ['GET', EXPORT],
  ['HEAD', LIST],
  ['HEAD', EXPORT],
] as const;

const rowsIn = (text: string): number => {
  const { data = [] } = JSON.parse(text || '{}') as { readonly data?: readonly unknown[] };
  return data.length;
};

/** What the product must answer to a subscriber at `now`, at both processes and in every way there is. */
const lookAt = async (
  { apps, setClocks }: TwoApps,
  { cookie, now, isOpen, what }: { cookie: string; now: number; isOpen: boolean; what: string },
  { done, wrong }: Tally,
): Promise<void> => {
  setClocks(now);
  for (const [which, app] of apps.entries()) {
    for (const [method, path] of WAYS) {
      const response = await app.app.request(`https://shop.example${path}`, { method, headers: { cookie } });
      const text = await response.text();
      const rows = rowsIn(text);
      const told = `${what}: ${method} ${path} at process ${which} answers ${response.status} with ${rows} rows ${text.slice(0, 100)}`;
      if (isOpen && (response.status !== 200 || (method === 'GET' && rows < 10))) wrong(`${told} before the end`);
      if (!isOpen && (response.status !== 403 || rows > 0)) wrong(`${told} after the end`);
      done();
    }
    const { isSubscribed } = await me(app, cookie);
    if (isSubscribed !== isOpen) wrong(`${what}: the profile of process ${which} says ${String(isSubscribed)}`);
  }
};

/** Access is open a millisecond before `end`, and closed at it, and after it. */
export const closesAt = async (
  apps: TwoApps,
  email: string,
  end: number,
  what: string,
  tally: Tally,
): Promise<void> => {
  apps.setClocks(end - 1);
  await addLeads(
    apps.first,
    Array.from({ length: 25 }, () => vaultedLead(apps.first)),
  );
  const cookie = await signIn(apps.first, email);
  const { accessUntil } = await me(apps.first, cookie);
  if (accessUntil !== new Date(end).toISOString())
    tally.wrong(`${what}: said to end at ${String(accessUntil)}, not ${new Date(end).toISOString()}`);
  for (const [after, isOpen] of [
    [-1, true],
    [0, false],
    [1, false],
    [DAY, false],
  ] as const)
    await lookAt(apps, { cookie, now: end + after, isOpen, what }, tally);
};

let members = 0;

/** Somebody new who subscribes at `start`. */
export const subscribeAt = async ({ first, setClocks }: TwoApps, start: number) => {
  setClocks(start);
  const email = `member-${(members += 1)}@example.com`;
  const cookie = await signInAnother(first, email);
  const ref = await becomeSubscriber(first, cookie);
  return { email, cookie, ref: ref.replace('cs_', 'sub_') };
};

/** Has the shop hear of what the provider did with a subscription. */
export const hear = async ({ queue }: ShopApp, subscriptionRef: string): Promise<void> => {
  queue.add({ name: 'follow-subscription', subscriptionRef });
  await queue.drain();
};
