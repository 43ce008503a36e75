import { setTimeout as wait } from 'node:timers/promises';

import { dollarsOf } from '#domain/money.ts';
import type { Offer } from './offers.ts';
import type { Plan } from './plan.ts';
import type { Which } from './shop.ts';
import type { Violation, Witness } from './truth.ts';
import type { Answer, Asked, Visit } from './visit.ts';

export type Buyer = {
  readonly name: string;
  readonly email: string;
  readonly plan: Plan;
  readonly lead: Offer;
  /** Coupon codes end in it. */
  readonly crowd: string;
};

/** What one buyer can tell afterwards. */
export type Memory = { readonly witnesses: Witness[]; readonly violations: Violation[] };

type Page = { readonly ref: string; readonly path: string; readonly cookie: string | undefined };

const codeOf = ({ text }: Answer): unknown => (JSON.parse(text) as { readonly code?: unknown }).code;

const isShown = (answer: Asked): answer is Answer => answer !== 'gone';

/** Opens a checkout. Whose coupon is used up pays the whole price; `undefined` when there is nothing to pay. */
export const open = async (visit: Visit, { plan, lead, crowd }: Buyer, memory: Memory): Promise<Page | undefined> => {
  const body = { leadId: lead.id, amount: dollarsOf(lead.price) };
  const path = '/api/stripe/create-checkout-session';
  const order = (json: object) => visit.insist(plan.at[0], { path, method: 'POST', json });
  const withCoupon = plan.coupon === 'none' ? body : { ...body, couponCode: `${plan.coupon}-${crowd}` };
  if (plan.opening !== 'waits') {
    await visit.ask(plan.at[0], { path, method: 'POST', json: withCoupon, patience: plan.patience });
    if (plan.opening === 'goes-away') return undefined;
  }
  let answer = await order(withCoupon);
  if (isShown(answer) && answer.status === 409 && codeOf(answer) === 'COUPON_REFUSED') answer = await order(body);
  if (!isShown(answer)) return undefined;
  if (answer.status === 409 && codeOf(answer) === 'LEAD_SOLD') memory.witnesses.push({ told: 'sold', leadId: lead.id });
  if (answer.status !== 200) return undefined;
  const { id, url } = JSON.parse(answer.text) as { readonly id: string; readonly url: string };
  return { ref: id, path: new URL(url).pathname, cookie: answer.cookie };
};

/** So often, and so many milliseconds apart, a success page asks: longer than the shop lets a provider alone that knew of no payment. */
const LOOKS = { most: 25, pause: 50 };

/** The success page: asks again while the payment is on its way, as the page does. */
export const look = async (
  visit: Visit,
  which: Which,
  page: Page,
  { lead, email, name }: Buyer,
  memory: Memory,
): Promise<void> => {
  const path = `/api/stripe/checkout-session?session_id=${page.ref}&lead=${lead.id}`;
  for (let times = 0; times < LOOKS.most; times += 1) {
    const answer = await visit.insist(which, { path, cookie: page.cookie });
    if (!isShown(answer) || answer.status !== 200) return;
    const told = JSON.parse(answer.text) as { readonly status: string; readonly email?: string };
    if (told.status === 'paid' || told.status === 'failed') {
      memory.witnesses.push({ ref: page.ref, email, told: told.status });
      if (told.status === 'paid' && told.email !== email)
        memory.violations.push({ what: `${name} was told that ${told.email} has paid`, about: [name, page.ref] });
      return;
    }
    await wait(LOOKS.pause);
  }
};

/** Does at the hosted page what the plan says. */
export const pay = async (visit: Visit, page: Page, { plan, email }: Buyer): Promise<void> => {
  const { ending, at, patience } = plan;
  const post = (outcome: 'pay' | 'decline' | 'cancel') =>
    ({ path: page.path, method: 'POST', form: { outcome, email } }) as const;
  const other: Which = at[1] === 0 ? 1 : 0;
  switch (ending) {
    case 'leave':
      return;
    case 'back':
      return void (await visit.ask(at[1], post('cancel')));
    case 'decline':
      return void (await visit.ask(at[1], post('decline')));
    case 'decline-and-pay':
      await visit.ask(at[1], post('decline'));
      return void (await visit.insist(other, post('pay')));
    case 'pay':
      return void (await visit.insist(at[1], post('pay')));
    case 'pay-twice':
      return void (await Promise.all([visit.insist(at[1], post('pay')), visit.insist(other, post('pay'))]));
    case 'pay-and-go-away':
      return void (await visit.ask(at[1], { ...post('pay'), patience }));
  }
};
