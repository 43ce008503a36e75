import { setTimeout as wait } from 'node:timers/promises';

import { dollarsOf } from '#domain/money.ts';
import { weekStart } from '#domain/week.ts';
import type { Lead } from '#domain/lead.ts';
import { someLead } from '#tests/contracts/store-samples.ts';
import type { Dice } from '#tests/race/dice.ts';
import type { Canary } from './canaries.ts';
import { CONTACT_TO } from './canary-shop.ts';
import type { CanaryShop } from './canary-shop.ts';
import { stockUp } from './everyday.ts';

const DAY = 24 * 3_600_000;
const PATIENCE = 20_000;

/** Digits that no other number of six, or of another kind, has. */
const digitsOf = (number: number, kind: number): string =>
  `${String(number).slice(0, 3)}-${String(number).slice(3)}${kind}`;

const contactOf = (what: string, number: number, kind: number): Lead['contact'] => {
  const name = `${what}${number}`;
  return {
    firstName: `Qfirst${name}`,
    lastName: `Qlast${name}`,
    email: `q.${name}@canary.example`,
    phone: `(907) ${digitsOf(number, kind)}`,
    address1: `${kind} Qstreet${name} Lane`,
  };
};

const contactCanaries = ({ contact }: Lead, what: string, may: Partial<Canary>): readonly Canary[] =>
  Object.entries(contact).map(([part, text = '']) => ({ what: `${what}’s ${part}`, text, tables: ['lead'], ...may }));

/** A life with everything in it that people do, and much that goes wrong. What must not get about is added to the shop's canaries. */
export const liveIn = async (shop: CanaryShop, dice: Dice, wrong: (what: string) => void): Promise<void> => {
  const { ask, canaries, letters, double, pool, databaseUrl } = shop;
  const number = dice.between(200_000, 999_999);
  const name = (what: string): string => `canary.${what}.${number}`;
  const [member, moved, buyer, writer] = ['member', 'moved', 'buyer', 'writer'].map(
    (who) => `${name(who)}@people.example`,
  );
  if (!member || !moved || !buyer || !writer) throw new Error('nobody is there');
  const own = { tables: ['account', 'account_token'], toldTo: ['member'], mailedTo: [member, moved] };
  const keep = (what: string, text: string, may: Partial<Canary> = {}): string => {
    canaries.push({ what, text, ...may });
    return text;
  };
  const must = async (asked: Promise<{ status: number; text: string; cookie: string | undefined }>, status: number) => {
    const reply = await asked;
    if (reply.status !== status) wrong(`answered ${reply.status}, not ${status}: ${reply.text.slice(0, 200)}`);
    return reply;
  };

  const now = Date.now();
  const week = weekStart(now);
  const [sold, listed, vaulted] = [
    someLead({ contact: contactOf('sold', number, 1), standing: { state: 'listed', listedAt: week } }),
    someLead({ contact: contactOf('listed', number, 2), standing: { state: 'listed', listedAt: week } }),
    someLead({
      contact: contactOf('vaulted', number, 3),
      standing: { state: 'vaulted', listedAt: now - 9 * DAY, vaultedAt: now - 2 * DAY },
    }),
  ];
  canaries.push(...contactCanaries(sold, 'a sold lead', { mailedTo: [buyer] }));
  canaries.push(...contactCanaries(listed, 'a lead for sale', {}));
  canaries.push(...contactCanaries(vaulted, 'a vaulted lead', { toldTo: ['member'], tables: ['lead', 'vault_entry'] }));
  await stockUp(databaseUrl, ({ leads }) => leads.add([sold, listed, vaulted]));

  const password = keep('a password', name('password'));
  const fullName = keep('a name', `Canary Fullname ${number}`, own);
  keep('an address', member, own);
  keep('a new address', moved, own);
  keep('the buyer’s address', buyer, { tables: ['purchase'], mailedTo: [buyer], toldTo: [] });
  const link = async (subject: string): Promise<string> => {
    const end = performance.now() + PATIENCE;
    for (;;) {
      const letter = (await letters()).findLast(
        ({ to, ...one }) => [member, moved].includes(to) && one.subject.includes(subject),
      );
      const token = /token=([\w-]{43})/.exec(letter?.text ?? '')?.[1];
      if (token !== undefined) return keep(`the link of '${subject}'`, token, { mailedTo: [member, moved] });
      if (performance.now() > end) throw new Error(`no letter '${subject}'`);
      await wait(50);
    }
  };
  const signIn = async (username: string, typed: string, status = 200): Promise<string> => {
    const form = { username, password: typed };
    const { cookie = '' } = await must(ask('member', { path: '/api/auth/login', method: 'POST', form }), status);
    if (cookie !== '') keep('a session', cookie.split('=')[1] ?? '');
    return cookie;
  };

  // An account, all its life.
  const registration = { email: member, password, fullName };
  await must(ask('member', { path: '/api/auth/register', method: 'POST', json: registration }), 201);
  await must(ask('member', { path: '/api/auth/register', method: 'POST', json: registration }), 201);
  const another = { ...registration, password: keep('a wrong password', name('wrong-password')) };
  await must(ask('visitor', { path: '/api/auth/register', method: 'POST', json: another }), 409);
  await signIn(member, password, 403);
  const verification = await link('Verify your email address');
  await must(ask('member', { path: `/api/auth/verify?token=${verification}`, method: 'POST', json: {} }), 200);
  await signIn(member, another.password, 401);
  let cookie = await signIn(member, password);
  const phone = keep('a phone', `512-${digitsOf(number, 4)}`, own);
  const address = keep('a place', `Canary Street ${number}`, own);
  await must(ask('member', { path: '/api/auth/me', cookie, put: { fullName, email: moved, phone, address } }), 200);
  const change = await link('Confirm your new email address');
  await must(ask('member', { path: `/api/auth/verify?token=${change}`, method: 'POST', json: {}, cookie }), 200);
  const request = { path: '/api/auth/reset-password/request', method: 'POST', form: { email: moved } } as const;
  await must(ask('visitor', request), 200);
  const token = await link('Reset your password');
  await must(ask('visitor', { path: `/reset-password?token=${token}` }), 200);
  const newPassword = keep('a new password', name('new-password'));
  const reset = { path: '/api/auth/reset-password/confirm', method: 'POST', form: { token, newPassword } } as const;
  await must(ask('member', reset), 200);
  await must(ask('visitor', reset), 400);
  cookie = await signIn(moved, newPassword);

  // A purchase and a subscription, paid at the provider.
  const opening = { leadId: sold.id, amount: dollarsOf(sold.price) };
  const path = '/api/stripe/create-checkout-session';
  const checkout = JSON.parse((await must(ask('buyer', { path, method: 'POST', json: opening }), 200)).text) as {
    id: string;
  };
  double.buyer.pay(checkout.id, buyer);
  await must(ask('buyer', { path: `/api/stripe/checkout-session?session_id=${checkout.id}&lead=${sold.id}` }), 200);
  const subscribing = '/api/stripe/subscription';
  const begun = await must(
    ask('member', { path: `${subscribing}/create-checkout-session`, method: 'POST', json: {}, cookie }),
    200,
  );
  const { id } = JSON.parse(begun.text) as { id: string };
  double.buyer.pay(id, moved);
  await shop.notify();
  await must(
    ask('member', { path: `${subscribing}/confirm-subscription?session_id=${id}`, method: 'POST', json: {}, cookie }),
    200,
  );
  await must(ask('member', { path: '/api/good-lead/vaulted-leads?search=qfirst', cookie }), 200);
  await must(ask('member', { path: '/api/good-lead/export', cookie }), 200);
  await must(ask('member', { path: '/api/good-lead/export', method: 'GET', cookie }), 200);

  // A message, and what strangers try.
  const message = {
    name: keep('a writer’s name', `Canary Writer ${number}`),
    email: keep('a writer’s address', writer),

    subject: keep('a subject', `Canary subject ${number}`),
    message: keep('a message', `Canary message ${number}, which is long.`),
  };
  for (const [index, canary] of canaries.entries())
    if (Object.values(message).includes(canary.text))
      canaries[index] = { ...canary, tables: ['contact_message'], mailedTo: [CONTACT_TO] };
  await must(ask('writer', { path: '/api/contact', method: 'POST', json: message }), 200);
  for (const strange of [
    '/api/good-lead/unsold?size=100',
    `/api/good-lead/unsold?search=${encodeURIComponent(listed.contact.email ?? '')}`,
    '/api/good-lead/top5',
    `/api/stripe/checkout-session?session_id=${checkout.id}&lead=${sold.id}`,
    '/api/good-lead/vaulted-leads',
    '/api/good-lead/export',
    '/api/auth/me',
    `/api/nothing?token=${token}&password=${newPassword}`,
    '/metrics',
  ])
    await ask('visitor', { path: strange });
  const raw = `{"email":"${moved}","password":"${newPassword}",`;
  for (const strange of ['/api/auth/register', '/api/contact', '/api/stripe/webhook', '/api/auth/login'])
    await ask('visitor', { path: strange, method: 'POST', raw });

  // Tables that are away, and connections that are cut, while all of it is asked again.
  const everything = () =>
    Promise.all([
      ask('visitor', { path: '/api/auth/register', method: 'POST', json: registration }),
      ask('visitor', { path: '/api/auth/login', method: 'POST', form: { username: moved, password: newPassword } }),
      ask('visitor', request),
      ask('visitor', { path: `/api/auth/verify?token=${verification}`, method: 'POST', json: {} }),
      ask('writer', { path: '/api/contact', method: 'POST', json: message }),
      ask('member', { path: '/api/good-lead/vaulted-leads?search=qfirst', cookie }),
      ask('buyer', { path: `/api/stripe/checkout-session?session_id=${checkout.id}&lead=${sold.id}` }),
    ]);
  for (const table of ['account', 'session', 'contact_message', 'purchase', 'lead']) {
    await pool.query(`alter table ${table} rename to ${table}_away`);
    await everything();
    await pool.query(`alter table ${table}_away rename to ${table}`);
  }
  const cut = 'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1';
  const cutting = everything();
  await pool.query(cut, [shop.role]);
  await cutting;
  await must(
    ask('member', { path: '/api/auth/logout', method: 'POST', json: {}, cookie }).catch(() => ({
      status: 0,
      text: 'cut',
      cookie: '',
    })),
    200,
  );

  const end = performance.now() + PATIENCE;
  while (!(await letters()).some(({ to, raw: text }) => to === buyer && text.includes(sold.contact.firstName))) {
    if (performance.now() > end) return wrong('the lead was never delivered');
    await wait(100);
  }
};
