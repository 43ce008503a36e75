import { beforeAll, expect, it, vi } from 'vitest';

import { OPERATIONS } from '#adapters/http/operations/all.ts';
import { refusalsOf } from '#adapters/http/operations/refusals.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import { PasswordsBusy } from '#application/ports/passwords.ts';
import { ProviderUnavailable } from '#application/ports/payment-provider.ts';
import { SAMPLE_USER } from '#config/sample-data.ts';
import { DAY } from '#domain/instant.ts';
import { withoutFreePage } from '#tests/support/without-free-page.ts';
import { call, operationOf } from './calls.ts';
import type { Call } from './calls.ts';
import { answersOf, faultBy } from './described.ts';
import { faultyShop, tries } from './faulty-shop.ts';
import type { Faults } from './faulty-shop.ts';
import { becomeSubscriber, onHostedPage, signIn, signInAnother } from './members.ts';
import { firstLead, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';
import { addLeads, vaultedLead } from './vault-leads.ts';

const UNKNOWN_ID = '01900000-0000-7000-8000-ffffffffffff';
const NOBODYS = 'A'.repeat(43);
const PASSWORD = SAMPLE_USER.password;

let shop: ShopApp & { readonly faults: Faults };
/** Of a subscriber, and of a user who is none. */
let cookie: string;
let other: string;
/** What every operation takes, by its name. */
let taken: Readonly<Record<string, Call>>;
/** All that was answered, by this shop and by one with narrow limits. */
const answered = new Set<string>();

const statusOf = async (id: string, sent: Call): Promise<number> => (await call(shop, id, sent)).status;
const idOf = async (response: Response): Promise<string> => ((await response.json()) as { id: string }).id;

const mailToken = async (subject: string): Promise<string> => {
  await shop.queue.drain();
  const mails = (await (await shop.get('/dev/mailbox.json')).json()) as { subject: string; text: string }[];
  const token = /token=([\w-]{43})/.exec(mails.find((mail) => mail.subject === subject)?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no token in a mail '${subject}'`);
  return token;
};
const VERIFY = 'Verify your email address';
const MOVE = 'Confirm your new email address';

const account = (email: string) => ({ email, password: PASSWORD, fullName: 'Ines Rossi' });
const verify = (token: string) => call(shop, 'verifyEmail', { query: { token } });

const resetToken = async (): Promise<string> => {
  await call(shop, 'requestPasswordReset', { body: { email: SAMPLE_USER.email } });
  return mailToken('Reset your password');
};

/** A notification as the provider has signed it. */
const notification = async (): Promise<Call> => {
  await vi.waitUntil(() => shop.notified.length > 0);
  const [raw] = shop.notified.splice(0);
  if (raw === undefined) throw new Error('no notification');
  return { body: new Uint8Array(raw.body), headers: raw.headers as Record<string, string> };
};

/** A shop in which every operation has something to do, and what each one takes. */
const setScene = async (): Promise<void> => {
  shop = await faultyShop(tries(10_000));
  cookie = await signIn(shop);
  const session_id = await becomeSubscriber(shop, cookie);
  other = await signInAnother(shop, 'other@example.com');
  const lead = await firstLead(shop);
  const checkout = { leadId: lead.id, amount: lead.price, couponCode: null, returnTo: '/?city=Austin' };
  const purchase = await idOf(await call(shop, 'openCheckout', { body: checkout }));
  await call(shop, 'register', { body: account('new@example.com') });
  taken = {
    listUnsoldLeads: { query: { page: '1', size: '5', search: 'Austin' } },
    listTopVaultedLeads: {},
    validateCoupon: { body: { couponCode: 'WELCOME10', amount: lead.price, leadId: lead.id } },
    openCheckout: { body: checkout },
    verifyPayment: { query: { session_id: purchase, lead: lead.id } },
    register: { body: account('ines@example.com') },
    verifyEmail: { query: { token: await mailToken(VERIFY) } },
    resendVerification: { body: { email: 'new@example.com' } },
    checkToken: { query: { token: await resetToken(), tokenType: 'PASSWORD_RESET' } },
    requestPasswordReset: { body: { email: SAMPLE_USER.email } },
    resetPassword: { body: { token: NOBODYS, newPassword: PASSWORD } },
    signIn: { body: { username: SAMPLE_USER.email, password: PASSWORD } },
    signOut: { cookie: await signIn(shop) },
    showUser: { cookie },
    editProfile: {
      cookie: other,
      body: { fullName: 'Other', email: 'other@example.com', phone: '512-555-0199', address: '' },
    },
    resendEmailChange: { cookie: other },
    subscribe: { cookie: other },
    confirmSubscription: { cookie, query: { session_id } },
    unsubscribe: { cookie, body: {} },
    keepSubscription: { cookie },
    listVaultedLeads: { cookie, query: { state: 'TX', sortOrder: 'asc', sortBy: 'price' } },
    exportVault: { cookie, query: { search: 'Austin' } },
    contactUs: { body: { name: 'Omar', email: 'omar@example.com', subject: 'Hello', message: 'Ten characters.' } },
    receiveNotification: await notification(),
    readApiDocument: {},
    browseApiDocument: {},
    readDocsStyle: {},
    readDocsScript: {},
    readWeeklyEvent: {},
  };
};

const TOO_LARGE = 'x'.repeat(300 * 1024);

/** What follows from what an operation takes and does: sent wrongly, too much, from elsewhere, and to a shop that is down. */
const misuse = async (id: string): Promise<void> => {
  const { method } = operationOf(id);
  const { body: _, ...right } = taken[id] ?? {};
  const { cookie: _cookie, ...visitor } = taken[id] ?? {};
  const { faults } = shop;
  faults.store = new StoreUnavailable('no answer');
  await call(shop, id, taken[id]);
  faults.store = new Error('a fault');
  await call(shop, id, taken[id]);
  delete faults.store;
  await call(shop, id, { ...right, query: { page: 'x', sortBy: 'x' } });
  if (operationOf(id).session === 'required') await call(shop, id, visitor);
  await call(shop, id, { ...right, headers: { 'sec-fetch-site': 'cross-site' } });
  if (method === 'get') return;
  await call(shop, id, { ...right, body: '[]' });
  await call(shop, id, { ...right, body: 'x', headers: { 'content-type': 'text/plain' } });
  await call(shop, id, { ...right, body: TOO_LARGE, headers: { 'content-length': String(TOO_LARGE.length) } });
  await call(shop, id, { ...right, body: '{}', headers: { 'sec-fetch-site': 'cross-site' } });
};

const buy = async (more: object): Promise<number> =>
  statusOf('openCheckout', { body: { ...(taken['openCheckout']?.body as object), ...more } });

/** A total of nothing, where the payment provider has no page for that. */
const ownFreeCheckout = async (): Promise<void> => {
  const freeShop = await shopApp({ around: withoutFreePage });
  const { id: leadId } = await firstLead(freeShop);
  await call(freeShop, 'openCheckout', { body: { leadId, amount: 0, couponCode: 'FREE' } });
  for (const one of freeShop.answered) answered.add(one);
};

const trade = async (): Promise<void> => {
  const { id: leadId } = await firstLead(shop);
  await buy({ leadId: UNKNOWN_ID });
  await buy({ couponCode: 'EXPIRED' });
  await buy({ amount: 1 });
  await buy({ termsVersion: '1999-01-01' });
  const vaulted = vaultedLead(shop);
  await addLeads(shop, [vaulted]);
  await buy({ leadId: vaulted.id });
  await call(shop, 'validateCoupon', { body: { couponCode: 'FREE', amount: 1, leadId: UNKNOWN_ID } });
  await call(shop, 'verifyPayment', { query: { session_id: 'cs_unknown', lead: leadId } });
  const opened = await call(shop, 'openCheckout', taken['openCheckout']);
  const { id, url } = (await opened.json()) as { id: string; url: string };
  await onHostedPage(shop, new URL(url).pathname, 'pay');
  await call(shop, 'verifyPayment', { query: { session_id: id, lead: leadId } });
  await buy({});
};

const join = async (): Promise<void> => {
  const { faults } = shop;
  await call(shop, 'register', { body: account(SAMPLE_USER.email) });
  await call(shop, 'signIn', { body: { username: SAMPLE_USER.email, password: 'not it' } });
  await call(shop, 'register', { body: account('late@example.com') });
  const late = await mailToken(VERIFY);
  await call(shop, 'signIn', { body: { username: 'late@example.com', password: PASSWORD } });
  shop.clock.step(DAY);
  await verify(late);
  await verify(NOBODYS);
  await call(shop, 'register', { body: account('twice@example.com') });
  const twice = await mailToken(VERIFY);
  await verify(twice);
  await verify(twice);
  // Somebody is faster with an address that another account wants to move to.
  const move = { fullName: 'Other', email: 'moved@example.com', phone: '512-555-0199' };
  await call(shop, 'editProfile', { cookie: other, body: move });
  const moving = await mailToken(MOVE);
  await call(shop, 'register', { body: account(move.email) });
  await verify(await mailToken(VERIFY));
  await verify(moving);
  await call(shop, 'editProfile', { cookie: other, body: { ...move, email: SAMPLE_USER.email } });
  await call(shop, 'requestPasswordReset', { body: { email: 'nobody@example.com' } });
  await call(shop, 'checkToken', { query: { token: NOBODYS, tokenType: 'PASSWORD_RESET' } });
  const token = await resetToken();
  faults.passwords = new PasswordsBusy();
  await call(shop, 'register', { body: account('busy@example.com') });
  await call(shop, 'signIn', taken['signIn']);
  await call(shop, 'resetPassword', { body: { token, newPassword: PASSWORD } });
  delete faults.passwords;
  accepted['resetPassword'] = await statusOf('resetPassword', { body: { token, newPassword: PASSWORD } });
  await call(shop, 'resetPassword', taken['resetPassword']);
};

const belong = async (): Promise<void> => {
  const { faults } = shop;
  await call(shop, 'subscribe', { cookie });
  await call(shop, 'confirmSubscription', { ...taken['confirmSubscription'], cookie: other });
  await call(shop, 'confirmSubscription', { cookie, query: { session_id: 'cs_unknown' } });
  for (const id of ['unsubscribe', 'keepSubscription', 'listVaultedLeads', 'exportVault'])
    await call(shop, id, { cookie: other });
  const unpaid = await idOf(await call(shop, 'subscribe', { cookie: other }));
  faults.payments = new ProviderUnavailable('no answer');
  for (const id of ['openCheckout', 'subscribe', 'unsubscribe', 'keepSubscription', 'receiveNotification'])
    await call(shop, id, taken[id]);
  await call(shop, 'confirmSubscription', { cookie: other, query: { session_id: unpaid } });
  delete faults.payments;
  await call(shop, 'receiveNotification', { body: { id: 'evt_1' } });
};

/** Everything a second time, where once is all that is allowed. */
const hurry = async (): Promise<void> => {
  const narrow = await faultyShop(tries(1), { notifications: 'asked' });
  const member = await signIn(narrow);
  await becomeSubscriber(narrow, member);
  const { id: leadId, price: amount } = await firstLead(narrow);
  const expired = { body: { leadId, amount, couponCode: 'EXPIRED' } };
  const waiting = await signInAnother(narrow, 'fourth@example.com');
  const wish = { fullName: 'Waiting', email: 'fifth@example.com', phone: '512-555-0199' };
  await call(narrow, 'editProfile', { cookie: waiting, body: wish });
  const refused: Readonly<Record<string, Call>> = {
    validateCoupon: expired,
    openCheckout: expired,
    signIn: { body: { username: SAMPLE_USER.email, password: 'not it' } },
    exportVault: { cookie: member },
    receiveNotification: { body: { id: 'evt_1' } },
    subscribe: { cookie: await signInAnother(narrow, 'third@example.com') },
    editProfile: {
      cookie: member,
      body: { fullName: 'Member', email: 'third@example.com', phone: '512-555-0199', address: '' },
    },
    resendEmailChange: { cookie: waiting },
  };
  for (const { id } of OPERATIONS.filter(({ limits }) => limits !== undefined))
    for (let turn = 1; turn <= 2; turn += 1) await call(narrow, id, refused[id] ?? taken[id]);
  for (const one of narrow.answered) answered.add(one);
};

const keep = async (id: string): Promise<void> => {
  const etag = (await call(shop, id)).headers.get('etag') ?? '';
  await call(shop, id, { headers: { 'if-none-match': etag } });
};

/** Exports that nobody reads to their end, until there is no place for one more. */
const crowd = async (): Promise<void> => {
  for (let each = 0; each < 13; each += 1) {
    const member = await signInAnother(shop, `member-${each}@example.com`);
    await becomeSubscriber(shop, member);
    for (let turn = 1; turn <= 2; turn += 1) await call(shop, 'exportVault', { cookie: member });
  }
};

const accepted: Record<string, number> = {};

beforeAll(async () => {
  await setScene();
  for (const { id } of OPERATIONS.filter((one) => one.id !== 'resetPassword'))
    accepted[id] = await statusOf(id, taken[id] ?? {});
  for (const { id } of OPERATIONS) await misuse(id);
  await belong();
  await hurry();
  await trade();
  await ownFreeCheckout();
  for (const { id } of OPERATIONS.filter(({ answers }) => answers[304])) await keep(id);
  await crowd();
  await join();
  for (const one of shop.answered) answered.add(one);
}, 60_000);

it('takes what the document says that each operation takes', () => {
  expect(Object.keys(taken)).toEqual(OPERATIONS.map(({ id }) => id));
  expect(Object.entries(accepted).filter(([, status]) => status >= 300)).toEqual([]);
  const faults = OPERATIONS.filter(({ json, form }) => json !== undefined || form !== undefined).map(
    ({ id, method, path, form }) => {
      const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
      const place = ['paths', path, method, 'requestBody', 'content', type, 'schema'];
      return faultBy('requests', place, taken[id]?.body ?? {});
    },
  );
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
});

it('gives every answer that the document describes, at least once', () => {
  const expected = OPERATIONS.flatMap(answersOf);
  expect(expected.length).toBeGreaterThan(OPERATIONS.flatMap(refusalsOf).length);
  expect(expected.filter((one) => !answered.has(one))).toEqual([]);
});
