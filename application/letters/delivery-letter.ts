import { emailLink } from '#domain/email-link.ts';
import type { Lead } from '#domain/lead.ts';
import { priceText } from '#domain/money.ts';
import { phoneLink } from '#domain/phone-link.ts';
import type { Purchase } from '#domain/purchase.ts';
import { contactPage } from './contact-page.ts';
import type { Fact, Letter } from './letter.ts';

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
