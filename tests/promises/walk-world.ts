import { DAY } from '#domain/instant.ts';
import { expire, relist, vault, withdraw } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import { handOver } from '#domain/purchase-delivery.ts';
import { payTooLate } from '#domain/purchase-late.ts';
import { beginRefund, endRefund, refundedElsewhere, undoRefund, undoSale } from '#domain/purchase-refund.ts';
import { closeUnpaid, decide, giveBackMoney, lapse, settle } from '#domain/purchase-steps.ts';
import { RENEWAL_GRACE } from '#domain/subscription.ts';
import type { Subscription } from '#domain/subscription.ts';
import { begin } from '#domain/subscription-beginning.ts';
import { abandonSubscription, follow, forgoRefund, letGo, reconsider } from '#domain/subscription-steps.ts';
import { replaceToken, validityOf, spendToken } from '#domain/token.ts';
import type { Token, TokenPurpose } from '#domain/token.ts';
import { NOW, hashOf, someLead, somePurchase } from '#tests/contracts/store-samples.ts';
import { live } from '#tests/domain/subscription.ts';
import type { Model } from './walk-model.ts';

/** The four lives as the product has them. */
export type World = {
  readonly lead: Lead;
  readonly purchases: readonly [Purchase, Purchase];
  readonly subscription: Subscription;
  readonly token: Token;
};

/** What a command of the product makes of it; `undefined`: it is refused. */
export type Act = (world: World) => World | undefined;

const ids = (prefix: string): string => `${prefix}-0000-7000-8000-000000000001`;

export const ACCOUNT = ids('01900000');

const purchaseOf = (lead: Lead, which: 0 | 1): Purchase =>
  somePurchase(lead.id, { checkout: { ref: `cs_${which}`, closesAt: NOW + DAY } });

export const newWorld = (): World => {
  const lead = someLead({ price: 4_900 });
  return {
    lead,
    purchases: [purchaseOf(lead, 0), purchaseOf(lead, 1)],
    subscription: {
      id: ids('01900001'),
      accountId: ACCOUNT,
      openedAt: NOW,
      checkout: { ref: 'cs_monthly', closesAt: NOW + DAY },
      check: { at: NOW, count: 0 },
      revision: 0,
      progress: { state: 'open' },
    },
    token: {
      hash: hashOf('link'),
      accountId: ACCOUNT,
      purpose: 'PASSWORD_RESET',
      email: 'ann@example.com',
      createdAt: NOW,
      end: { is: 'none' },
    },
  };
};

const NEVER = Number.MAX_SAFE_INTEGER;
const MUCH_LATER = NOW + 200 * DAY;

const leadBy =
  (step: (lead: Lead) => Lead | undefined): Act =>
  (world) => {
    const lead = step(world.lead);
    return lead && { ...world, lead };
  };

const subscriptionBy =
  (step: (subscription: Subscription) => Subscription | undefined): Act =>
  (world) => {
    const subscription = step(world.subscription);
    return subscription && { ...world, subscription };
  };

const openLink =
  (purpose: TokenPurpose, now: number): Act =>
  (world) =>
    validityOf(world.token, [purpose], now) === 'usable'
      ? { ...world, token: spendToken(world.token, now) }
      : undefined;

const actsOf = (which: 0 | 1): Readonly<Record<string, Act>> => {
  const withPurchase = (world: World, purchase: Purchase, lead = world.lead): World => ({
    ...world,
    lead,
    purchases: which === 0 ? [purchase, world.purchases[1]] : [world.purchases[0], purchase],
  });
  const by =
    (step: (purchase: Purchase, world: World) => Purchase | undefined): Act =>
    (world) => {
      const purchase = step(world.purchases[which], world);
      return purchase && withPurchase(world, purchase);
    };
  const pay =
    (amount: number): Act =>
    (world) => {
      const payment = { paymentRef: `pi_${which}`, amount, email: `buyer${which}@example.com` };
      const decision = decide(world.purchases[which], world.lead, undefined, payment, NOW);
      if (decision === undefined) return undefined;
      return withPurchase(world, decision.purchase, decision.outcome === 'won' ? decision.lead : world.lead);
    };
  const refundBy =
    (step: (purchase: Purchase) => Purchase | undefined): Act =>
    (world) => {
      const refunded = step(world.purchases[which]);
      if (refunded === undefined) return undefined;
      return withPurchase(world, refunded, undoSale(refunded, world.lead, undefined, NOW).lead);
    };
  return {
    [`pay ${which}`]: pay(4_900),
    [`pay another amount ${which}`]: pay(4_800),
    [`collect ${which}`]: by((purchase) => settle(purchase, NOW)),
    [`lapse ${which}`]: (world) => {
      const lapsed = lapse(world.purchases[which], NOW);
      return lapsed && withPurchase(world, lapsed, relist(world.lead, lapsed.id));
    },
    [`close ${which}`]: by((purchase, { lead }) => closeUnpaid(purchase, lead, NOW)),
    [`pay too late ${which}`]: by((purchase) =>
      payTooLate(purchase, { paymentRef: `pi_${which}`, email: `buyer${which}@example.com` }, NOW),
    ),
    [`give back ${which}`]: by((purchase) => giveBackMoney(purchase, 'released')),
    [`hand over ${which}`]: by((purchase) => handOver(purchase, NOW)?.purchase),
    [`ask for a refund ${which}`]: by((purchase) => beginRefund(purchase, 'Wrong number', NOW)),
    [`refund ${which}`]: refundBy((purchase) => endRefund(purchase, NOW)),
    [`refund elsewhere ${which}`]: refundBy((purchase) => refundedElsewhere(purchase, 'dispute', NOW)),
    [`have the money back ${which}`]: (world) => {
      const undone = undoRefund(world.purchases[which], world.lead);
      return undone && withPurchase(world, undone.purchase, undone.lead);
    },
  };
};

const TERM = { paidThrough: NOW + 30 * DAY, endsAt: undefined, isTakenBack: false };
const UNPAID = { paidThrough: NOW, endsAt: undefined, status: 'overdue', isTakenBack: false } as const;
const BEGINNING = { ...TERM, ref: 'sub_1', payerRef: 'payer', startedAt: NOW };

/** Every command of the walk, under the name that the model has for it. */
export const ACTS: Readonly<Record<string, Act>> = {
  ...actsOf(0),
  ...actsOf(1),
  vault: leadBy((lead) => vault(lead, 1, NOW + 14 * DAY)),
  'vault too early': leadBy((lead) => vault(lead, 1, NOW)),
  expire: leadBy((lead) => expire(lead, MUCH_LATER)),
  withdraw: leadBy((lead) => withdraw(lead, NOW)),
  'list again for a stranger': leadBy((lead) => relist(lead, 'somebody else')),
  subscribe: subscriptionBy((one) => begin(one, { ...BEGINNING, status: 'active' }, [], NOW, RENEWAL_GRACE)),
  'subscribe, and end': subscriptionBy((one) => begin(one, { ...BEGINNING, status: 'ended' }, [], NOW, RENEWAL_GRACE)),
  'subscribe beside another': subscriptionBy((one) =>
    begin(one, { ...BEGINNING, status: 'active' }, [{ ...one, id: 'another', progress: live() }], NOW, RENEWAL_GRACE),
  ),
  'leave the page': subscriptionBy((one) => abandonSubscription(one, NOW)),
  'read: active': subscriptionBy((one) => follow(one, { ...TERM, status: 'active' }, NOW, RENEWAL_GRACE)),
  'read: overdue': subscriptionBy((one) => follow(one, UNPAID, NOW, RENEWAL_GRACE)),
  'read: ended': subscriptionBy((one) => follow(one, { ...TERM, status: 'ended' }, NOW, RENEWAL_GRACE)),
  'read: overdue, the grace over': subscriptionBy((one) => follow(one, UNPAID, NOW + RENEWAL_GRACE, RENEWAL_GRACE)),
  'read: taken back': subscriptionBy((one) =>
    follow(one, { ...UNPAID, status: 'active', isTakenBack: true }, NOW, RENEWAL_GRACE),
  ),
  'read: paid after all': subscriptionBy((one) => reconsider(one, { ...TERM, status: 'active' }, [], NOW)),
  'lose the payment to a dispute': subscriptionBy((one) =>
    forgoRefund(one, { ...UNPAID, isTakenBack: true, paidAt: NOW }, NOW),
  ),
  'let go': subscriptionBy((one) => letGo(one, NOW)),
  'open the link': openLink('PASSWORD_RESET', NOW),
  'open the link for something else': openLink('VERIFY_EMAIL', NOW),
  'open the link too late': openLink('PASSWORD_RESET', NEVER),
  'ask for another link': (world) => {
    const token = replaceToken(world.token, NOW);
    return token === world.token ? undefined : { ...world, token };
  },
};

const purchaseText = ({ progress }: Purchase): string => {
  const left = 'contactLeftAt' in progress && progress.contactLeftAt !== undefined ? '+' : '';
  return progress.state === 'lost' ? `lost ${progress.money.is}` : `${progress.state}${left}`;
};

const subscriptionText = ({ progress }: Subscription): string => {
  if (progress.state === 'live' && progress.isOverdue) return 'overdue';
  return progress.state === 'unwanted' && progress.givesBack ? 'going back' : progress.state;
};

/** The world in the words of the model. */
export const told = ({ lead: { standing }, purchases, subscription, token }: World): Model => {
  const buyer = standing.state === 'sold' ? purchases.findIndex(({ id }) => id === standing.purchaseId) : undefined;
  const [first, second] = purchases;
  return {
    lead: buyer === undefined ? standing.state : `sold to ${buyer}`,
    purchases: [purchaseText(first), purchaseText(second)],
    subscription: subscriptionText(subscription),
    token: token.end.is,
  };
};
