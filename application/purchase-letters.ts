import { emailLink } from '#domain/email-link.ts';
import type { Lead } from '#domain/lead.ts';
import { lapseText, lossText, REFUND_SHOWN_LATER } from '#domain/loss.ts';
import type { ChargeMode, MoneyFate } from '#domain/loss.ts';
import { priceText } from '#domain/money.ts';
import { phoneLink } from '#domain/phone-link.ts';
import type { LossReason, Purchase } from '#domain/purchase.ts';
import type { Block, Fact, Letter } from './letter.ts';

/** Every word that a buyer gets by mail. */

const NOT_GIVEN = 'Not given';

/** `linkOf` answers the link of the value, or `undefined` where it has none. */
const fact = (name: string, value: string | undefined, linkOf?: (value: string) => string | undefined): Fact => {
  if (value === undefined || value.trim() === '') return { name, value: NOT_GIVEN };
  const link = linkOf?.(value);
  return link === undefined ? { name, value } : { name, value, link };
};

/** What a coupon took off, where one counted. */
const reductionOf = ({ listPrice, couponCode }: Purchase): readonly Fact[] =>
  couponCode === undefined ? [] : [fact('List price', priceText(listPrice)), fact('Coupon', couponCode)];

/** A mail cannot know the reader's time zone: the day is the one in UTC, and says so. */
const DAY = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });

const paidText = ({ price, progress }: Purchase): string =>
  progress.state === 'settled' ? `${priceText(price)} on ${DAY.format(progress.settledAt)} (UTC)` : priceText(price);

/** Our contact form, with a sale number in it. */
const contactPage = (shopUrl: string, saleNumber: string): string => `${shopUrl}/contact-us?lead=${saleNumber}`;

/** The lead's contact, the sale number and the price. */
export const deliveryLetter = (purchase: Purchase, { contact, place, description }: Lead, shopUrl: string): Letter => ({
  subject: `Your lead in ${place.city}, ${place.state} (${purchase.saleNumber})`,
  heading: 'Here is your lead.',
  blocks: [
    {
      kind: 'text',
      text: `It is yours alone and has left the marketplace. ${contact.phone === undefined ? 'An email' : 'A call'} within the hour works best.`,
    },
    {
      kind: 'facts',
      facts: [
        fact('Name', `${contact.firstName} ${contact.lastName}`),
        fact('Email', contact.email, emailLink),
        fact('Phone', contact.phone, phoneLink),
        fact('Address', contact.address1),
        fact('Location', `${place.city}, ${place.state}`),
        fact('Notes', description),
      ],
    },
    {
      kind: 'facts',
      facts: [
        { name: 'Lead number', value: purchase.saleNumber },
        ...reductionOf(purchase),
        { name: 'Paid', value: paidText(purchase) },
      ],
    },
    {
      kind: 'small',
      text: 'Sold as is and exclusively to you, not to be resold or shared. Please follow the laws on calling, texting and emailing people.',
    },
    {
      kind: 'small',
      text: `Something wrong with it? Tell us what it is: ${contactPage(shopUrl, purchase.saleNumber)}`,
      links: [contactPage(shopUrl, purchase.saleNumber)],
    },
  ],
});

/** What a buyer may see at the bank of money that was held, or taken and sent back. */
const bankBlock = (wasTaken: boolean): Block => ({
  kind: 'text',
  text: wasTaken
    ? REFUND_SHOWN_LATER
    : 'If your bank shows the amount as reserved, it disappears by itself within a few days.',
});

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
      facts: [fact('Lead number', saleNumber), { name: 'Refunded', value: priceText(price) }],
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
