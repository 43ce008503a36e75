import type { OpenedCheckout } from '#application/ports/payment-provider.ts';
import type { SubscriptionRig } from '#tests/contracts/subscription-rig.ts';

import type { StripeDouble } from './double.ts';

type Books = Pick<
  SubscriptionRig,
  'money' | 'subscriptionMoney' | 'shown' | 'elsewhere' | 'becomesStrange' | 'pageBecomesStrange'
>;

const sumOf = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((total, { amount }) => total + amount, 0);

/** What the books of a Stripe double tell of a page and its money, and what others than the shop do to them. */
export const booksAt = ({ account, bank, dashboard }: StripeDouble): Books => {
  const { books, find } = account;
  const sessionOf = ({ ref }: OpenedCheckout) => find(books.sessions, ref);
  const paymentOf = (checkout: OpenedCheckout): string => sessionOf(checkout).payment_intent ?? '';
  const refundsOf = (paymentRef: string) =>
    [...books.refunds.values()].filter((one) => one.payment_intent === paymentRef && one.status === 'succeeded');

  /** What disputes have moved, so a negative sum. */
  const disputed = (paymentRef: string) =>
    [...books.disputes.values()].flatMap((one) => (one.payment_intent === paymentRef ? one.balance_transactions : []));

  const subscriptionMoney: Books['subscriptionMoney'] = async (ref) => {
    const ours = [...books.invoices.values()].filter(({ parent }) => parent.subscription_details.subscription === ref);
    const refs = ours.flatMap(({ payments: { data } }) => data.map(({ payment }) => payment.payment_intent));
    return {
      taken: ours.reduce((total, { amount_paid: amount }) => total + amount, 0),
      givenBack: sumOf(refs.flatMap(refundsOf)) - sumOf(refs.flatMap(disputed)),
    };
  };

  return {
    subscriptionMoney,
    money: async (checkout) => {
      const { mode, subscription } = sessionOf(checkout);
      if (mode === 'subscription') return { held: 0, ...(await subscriptionMoney(subscription ?? '')) };
      const intent = books.intents.get(paymentOf(checkout));
      const { amount = 0, amount_received: taken = 0, status } = intent ?? {};
      const givenBack = sumOf(refundsOf(paymentOf(checkout))) - sumOf(disputed(paymentOf(checkout)));
      return { held: status === 'requires_capture' ? amount : 0, taken, givenBack };
    },
    shown: async (checkout) => {
      const { amount_total: amount, customer_email: prefilled, line_item: lineItem, ...session } = sessionOf(checkout);
      return {
        currency: session.currency.toUpperCase(),
        amount,
        lineItem,
        email: prefilled ?? books.customers.get(session.customer ?? '')?.email ?? undefined,
        cancelUrl: session.cancel_url,
        takes: session.interval === null ? 'once' : `each ${session.interval}`,
      };
    },
    elsewhere: {
      inquire: async (checkout) => bank.inquire(paymentOf(checkout)),
      disputeIsWon: async (checkout) => bank.decide(paymentOf(checkout), 'won'),
      disputeIsLost: async (checkout) => bank.decide(paymentOf(checkout), 'lost'),
      refund: async (checkout) => dashboard.refund(paymentOf(checkout)),
      refundPart: async (checkout, part) => dashboard.refund(paymentOf(checkout), part),
      refundFails: async (checkout) => bank.returnRefunds(paymentOf(checkout)),
      dispute: async (checkout) => bank.dispute(paymentOf(checkout)),
    },
    becomesStrange: async (ref) => {
      const strange = books.subscriptions.get(ref) ?? books.intents.get(books.sessions.get(ref)?.payment_intent ?? '');
      Object.assign(strange ?? {}, { status: 'in_mediation' });
    },
    pageBecomesStrange: async (ref) => {
      Object.assign(find(books.sessions, ref), { status: 'in_mediation' });
    },
  };
};
