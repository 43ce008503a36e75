/** What a buyer accepts before paying. A new wording is a new version: purchases keep the version and a hash of it. */
export const TERMS = {
  version: '2026-11-26',
  articles: [
    { title: 'Exclusive.', text: 'This lead is sold once, to you. It leaves the marketplace as soon as you pay.' },
    { title: 'As is.', text: 'Contact details are verified by a person before listing, and are provided as they are.' },
    { title: 'No refunds.', text: 'A lead cannot be refunded once its details have been delivered.' },
    { title: 'Not for resale.', text: 'You may not resell the lead or share it with others.' },
    {
      title: 'Contact laws.',
      text: 'You will follow the laws on calling, texting and emailing people, including do-not-call rules.',
    },
  ],
} as const;

/** The whole wording as one text, for hashing. */
export const termsText = (): string =>
  [TERMS.version, ...TERMS.articles.map(({ title, text }) => `${title} ${text}`)].join('\n');
