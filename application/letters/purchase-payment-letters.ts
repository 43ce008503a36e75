import { lapseText, lossText, REFUND_SHOWN_LATER } from '#domain/loss.ts';
import type { ChargeMode, MoneyFate } from '#domain/loss.ts';
import type { LossReason, Purchase } from '#domain/purchase.ts';
import { contactPage } from './contact-page.ts';
import type { Block, Letter } from './letter.ts';
import { refundFact } from './refund-fact.ts';

/** Every word that a buyer gets by mail about a payment that came to nothing, or that goes back. */

/** What a buyer may see at the bank of money that was held, or taken and sent back. */
const bankBlock = (wasTaken: boolean): Block => ({
  kind: 'text',
  text: wasTaken
    ? REFUND_SHOWN_LATER
    : 'If your bank shows the amount as reserved, it disappears by itself within a few days.',
});

/** What goes back to a buyer who paid the price. Of a payment that was not of the price, the shop has not kept the amount. */
const refundBlocks = ({ price }: Purchase, reason?: LossReason): readonly Block[] =>
  reason === 'amount-differs' ? [] : [{ kind: 'facts', facts: [refundFact(price)] }];

const loserHeading = (reason: LossReason, sale: Purchase | undefined): string => {
  if (sale !== undefined) return 'You have bought this lead already.';
  return reason === 'sold' ? 'Somebody else was first.' : 'The lead could not be sold to you.';
};

/** To a buyer who has paid and did not get the lead, or has got it by another payment: by that `sale`. */
export const loserLetter = (
  purchase: Purchase,
  reason: LossReason,
  { fate, sale, shopUrl }: { readonly fate: MoneyFate; readonly sale: Purchase | undefined; readonly shopUrl: string },
): Letter => {
  const wasTaken = fate !== 'never-taken';
  return {
    subject: wasTaken ? 'Your payment was refunded' : 'Your card was not charged',
    heading: loserHeading(reason, sale),
    blocks: [
      { kind: 'text', text: `${purchase.lineItem}: ${lossText(reason, fate, sale)}` },
      ...(wasTaken ? refundBlocks(purchase, reason) : []),
      bankBlock(wasTaken),
      { kind: 'link', label: 'See the other leads', url: `${shopUrl}/` },
    ],
  };
};

/** To a buyer whose authorised payment could not be collected, or whose payment went back before the lead was delivered. */
export const lapseLetter = (
  purchase: Purchase,
  { chargeMode, shopUrl }: { readonly chargeMode: ChargeMode; readonly shopUrl: string },
): Letter => ({
  subject: chargeMode === 'authorise' ? 'Your card could not be charged' : 'Your payment was refunded',
  heading: 'The lead could not be sold to you.',
  blocks: [
    { kind: 'text', text: `${purchase.lineItem}: ${lapseText(chargeMode)}` },
    ...(chargeMode === 'charge' ? refundBlocks(purchase) : []),
    bankBlock(chargeMode === 'charge'),
    { kind: 'link', label: 'Back to the leads', url: `${shopUrl}/` },
  ],
});

/** To the buyer of a purchase that was refunded. `wasDelivered`: the contact had been sent, or may have been. */
export const refundLetter = (
  { lineItem, saleNumber, price }: Purchase,
  { wasDelivered, shopUrl }: { readonly wasDelivered: boolean; readonly shopUrl: string },
): Letter => ({
  subject: `Your purchase was refunded (${saleNumber})`,
  heading: 'Your purchase was refunded.',
  blocks: [
    {
      kind: 'text',
      text: wasDelivered
        ? `${lineItem}: you have had its contact already. Please delete it and do not use it any more. The lead is not offered to anybody else.`
        : `${lineItem}: its contact had not been sent to you yet, and will not be sent any more.`,
    },
    {
      kind: 'facts',
      facts: [{ name: 'Lead number', value: saleNumber }, refundFact(price)],
    },
    {
      kind: 'text',
      text:
        price === 0
          ? 'You had paid nothing, so no money was moved.'
          : `The amount goes back the way you paid. ${REFUND_SHOWN_LATER}`,
    },
    { kind: 'link', label: 'See the other leads', url: `${shopUrl}/` },
    {
      kind: 'small',
      text: `A question about it? Write to us: ${contactPage(shopUrl, saleNumber)}`,
      links: [contactPage(shopUrl, saleNumber)],
    },
  ],
});
