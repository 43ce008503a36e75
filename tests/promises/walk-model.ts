/** The four lives in words, as the specification tells them: nothing of the product is used here. */
export type Model = {
  /** `listed`, `sold to 0`, `sold to 1`, `vaulted`, `expired` or `withdrawn`. */
  readonly lead: string;
  /** Of the two purchases of the lead. `+` once the contact has left. */
  readonly purchases: readonly [string, string];
  readonly subscription: string;
  readonly token: string;
};

export const BEGINNING: Model = { lead: 'listed', purchases: ['open', 'open'], subscription: 'open', token: 'none' };

/** What a command makes of it; `undefined`: it is refused. */
type Rule = (model: Model) => Model | undefined;

type Ways = Readonly<Record<string, string>>;

const leadBy =
  (ways: Ways): Rule =>
  (model) => {
    const lead = ways[model.lead];
    return lead === undefined ? undefined : { ...model, lead };
  };

const subscriptionBy =
  (ways: Ways): Rule =>
  (model) => {
    const subscription = ways[model.subscription];
    return subscription === undefined ? undefined : { ...model, subscription };
  };

const tokenBy =
  (ways: Ways): Rule =>
  (model) => {
    const token = ways[model.token];
    return token === undefined ? undefined : { ...model, token };
  };

const purchaseOf = (which: 0 | 1, { purchases }: Model): string => purchases[which];

const withPurchase = (model: Model, which: 0 | 1, state: string, lead = model.lead): Model => ({
  ...model,
  lead,
  purchases: which === 0 ? [state, model.purchases[1]] : [model.purchases[0], state],
});

const purchaseBy =
  (which: 0 | 1, ways: Ways): Rule =>
  (model) => {
    const state = ways[purchaseOf(which, model)];
    return state === undefined ? undefined : withPurchase(model, which, state);
  };

const rulesOf = (which: 0 | 1): Readonly<Record<string, Rule>> => {
  const refunded = (model: Model): Model => {
    const left = purchaseOf(which, model).endsWith('+');
    return withPurchase(model, which, left ? 'refunded+' : 'refunded', left ? 'withdrawn' : 'listed');
  };
  return {
    [`pay ${which}`]: (model) => {
      if (purchaseOf(which, model) !== 'open') return undefined;
      return model.lead === 'listed'
        ? withPurchase(model, which, 'won', `sold to ${which}`)
        : withPurchase(model, which, 'lost held');
    },
    [`pay another amount ${which}`]: purchaseBy(which, { open: 'lost held' }),
    [`collect ${which}`]: purchaseBy(which, { won: 'settled' }),
    [`lapse ${which}`]: (model) =>
      purchaseOf(which, model) === 'won' ? withPurchase(model, which, 'lapsed', 'listed') : undefined,
    [`close ${which}`]: (model) => {
      if (purchaseOf(which, model) !== 'open') return undefined;
      return withPurchase(model, which, model.lead === 'listed' ? 'abandoned' : 'lost untouched');
    },
    [`pay too late ${which}`]: purchaseBy(which, { abandoned: 'lost held', 'lost untouched': 'lost held' }),
    [`give back ${which}`]: purchaseBy(which, { 'lost held': 'lost released' }),
    [`hand over ${which}`]: purchaseBy(which, { settled: 'settled+', 'settled+': 'settled+' }),
    [`ask for a refund ${which}`]: purchaseBy(which, { settled: 'refunding', 'settled+': 'refunding+' }),
    [`refund ${which}`]: (model) => (purchaseOf(which, model).startsWith('refunding') ? refunded(model) : undefined),
    [`refund elsewhere ${which}`]: (model) =>
      purchaseOf(which, model).startsWith('settled') ? refunded(model) : undefined,
    [`have the money back ${which}`]: (model) =>
      purchaseOf(which, model) === 'refunded+' ? withPurchase(model, which, 'settled+', `sold to ${which}`) : undefined,
  };
};

export const RULES: Readonly<Record<string, Rule>> = {
  ...rulesOf(0),
  ...rulesOf(1),
  vault: leadBy({ listed: 'vaulted' }),
  'vault too early': () => undefined,
  expire: leadBy({ vaulted: 'expired' }),
  withdraw: leadBy({ listed: 'withdrawn', vaulted: 'withdrawn' }),
  'list again for a stranger': () => undefined,
  // A page that was left may have been paid after all.
  subscribe: subscriptionBy({ open: 'live', abandoned: 'live' }),
  'subscribe, and end': subscriptionBy({ open: 'ended', abandoned: 'ended' }),
  'subscribe beside another': subscriptionBy({ open: 'going back', abandoned: 'going back' }),
  'leave the page': subscriptionBy({ open: 'abandoned' }),
  'read: active': subscriptionBy({ overdue: 'live' }),
  'read: overdue': subscriptionBy({ live: 'overdue' }),
  'read: ended': subscriptionBy({ live: 'ended', overdue: 'ended' }),
  'read: overdue, the grace over': subscriptionBy({ live: 'overdue', overdue: 'unwanted' }),
  'read: taken back': subscriptionBy({ live: 'unwanted', overdue: 'unwanted' }),
  'read: paid after all': subscriptionBy({ unwanted: 'live' }),
  'lose the payment to a dispute': subscriptionBy({ 'going back': 'unwanted' }),
  'let go': subscriptionBy({ unwanted: 'ended', 'going back': 'ended' }),
  'open the link': tokenBy({ none: 'used' }),
  'open the link for something else': () => undefined,
  'open the link too late': () => undefined,
  'ask for another link': tokenBy({ none: 'replaced' }),
};
