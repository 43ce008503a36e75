import type { StripeAccount } from './account.ts';
import type { Dispute, Intent } from './things.ts';

/** A payment has one charge here. */
export const chargeIdOf = ({ id }: Pick<Intent, 'id'>): string => `ch_of_${id}`;

/** What a dispute of a payment by card tells of its kind: a `resolution` has sent the money back, a `block` has moved none. */
export const caseOf = (type: string) => ({
  payment_method_details: { type: 'card', card: { brand: 'visa', case_type: type } },
});

/** What the buyer's bank does with a payment by card that was collected: the events are those that Stripe sends. */
export const bankAt = (account: StripeAccount) => {
  const { books, newId, emit, keep, find } = account;

  const begin = (paymentRef: string, status: Dispute['status']): Dispute => {
    const intent = find(books.intents, paymentRef);
    return keep(books.disputes, {
      id: newId('dp'),
      object: 'dispute',
      amount: intent.amount_received,
      charge: chargeIdOf(intent),
      payment_intent: paymentRef,
      is_charge_refundable: status === 'warning_needs_response',
      balance_transactions: [],
      status,
    });
  };
  const latest = (paymentRef: string): Dispute => {
    const dispute = [...books.disputes.values()].findLast((one) => one.payment_intent === paymentRef);
    if (dispute === undefined) throw new Error(`nobody asks about ${paymentRef}`);
    return dispute;
  };
  const withdraw = (dispute: Dispute): void => {
    dispute.balance_transactions.push({ amount: -dispute.amount });
    emit('charge.dispute.funds_withdrawn', dispute);
  };

  return {
    /** It only asks: no money moves, and refunding is the usual answer. */
    inquire: (paymentRef: string): void => emit('charge.dispute.created', begin(paymentRef, 'warning_needs_response')),

    /** Takes the money; an inquiry becomes the dispute. */
    dispute: (paymentRef: string): void => {
      const asked = [...books.disputes.values()].find(
        ({ payment_intent: about, status }) => about === paymentRef && status === 'warning_needs_response',
      );
      const dispute = asked ?? begin(paymentRef, 'needs_response');
      Object.assign(dispute, { status: 'needs_response', is_charge_refundable: false });
      emit(asked === undefined ? 'charge.dispute.created' : 'charge.dispute.updated', dispute);
      withdraw(dispute);
    },

    /** The latest of it is decided; what was only asked is closed. */
    decide: (paymentRef: string, status: 'won' | 'lost'): void => {
      const dispute = latest(paymentRef);
      dispute.status = dispute.status === 'warning_needs_response' ? 'warning_closed' : status;
      if (dispute.status === 'won') {
        dispute.balance_transactions.push({ amount: dispute.amount });
        emit('charge.dispute.funds_reinstated', dispute);
      }
      emit('charge.dispute.closed', dispute);
    },

    /** Does not take what was sent back, days after Stripe has said that it succeeded. */
    returnRefunds: (paymentRef: string): void => {
      for (const refund of books.refunds.values())
        if (refund.payment_intent === paymentRef && refund.status === 'succeeded') {
          refund.status = 'failed';
          for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed']) emit(type, refund);
        }
    },
  };
};
