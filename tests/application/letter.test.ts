import { describe, expect, it } from 'vitest';

import { accountLetter } from '#application/letters/account-letters.ts';
import { renderLetter } from '#application/letters/letter.ts';
import type { Letter } from '#application/letters/letter.ts';
import type { AccountLetter } from '#application/ports/jobs.ts';
import { deliveryLetter } from '#application/letters/delivery-letter.ts';
import { lapseLetter, loserLetter, refundLetter } from '#application/letters/purchase-payment-letters.ts';
import { DAY } from '#domain/instant.ts';
import { priceText } from '#domain/money.ts';
import { someAccount, someLead, somePurchase } from '#tests/contracts/store-samples.ts';
import { NOW, SHOP_URL } from './shop.ts';

const letter: Letter = {
  subject: '\tHello\r\nBcc: eve@example.com\u2028there\n',
  heading: 'A & B',
  blocks: [
    { kind: 'text', text: 'One <b>text</b>.\n\nAnother\r\none.' },
    {
      kind: 'facts',
      facts: [
        { name: 'Name', value: '"Ann" & \'Lee\'' },
        { name: 'Mail', value: 'x', link: 'mailto:"x"' },
        { name: 'Notes', value: 'Quiet\nstreet' },
      ],
    },
    { kind: 'link', label: 'Go <on>', url: 'https://shop.example/?a=1&b="2"' },
    { kind: 'small', text: 'Two\nlines.' },
  ],
};

describe('a letter', () => {
  it('has a subject of one line', () => {
    expect(renderLetter(letter).subject).toBe('Hello Bcc: eve@example.com there');
  });

  it('is plain text for those who read plain text', () => {
    expect(renderLetter(letter).text).toBe(
      [
        'A & B\n\nOne <b>text</b>.\n\nAnother\r\none.\n\nName: "Ann" & \'Lee\'\nMail: x\nNotes: Quiet\nstreet\n\nGo <on>: https://shop.example/?a=1&b="2"\n\nTwo\nlines.',
        '\n\n-- \nHomelead · exclusive buyer leads, new every Monday\n',
      ].join(''),
    );
  });

  it('keeps the lines of its texts in HTML', () => {
    const { html } = renderLetter(letter);
    for (const lines of ['&lt;/b&gt;.<br><br>Another<br>one.</p>', '>Quiet<br>street</td>', '>Two<br>lines.</p>'])
      expect(html).toContain(lines);
  });

  it('breaks an e-mail address among its facts before the @, and leaves it whole for whoever copies or taps it', () => {
    const fact = { name: 'Email', value: 'a<b@example.com', link: 'mailto:ab@example.com' };
    const { html, text } = renderLetter({ ...letter, blocks: [{ kind: 'facts', facts: [fact] }] });
    expect(html).toContain('>a&lt;b<wbr>@example.com</a>');
    expect(html).toContain('href="mailto:ab@example.com"');
    expect(text).toContain('Email: a<b@example.com');
  });

  it('keeps a word that is longer than its line, as people type them, on its card', () => {
    expect(renderLetter(letter).html).toMatch(/<div style="[^"]*;overflow-wrap:anywhere"><p/);
  });

  it('shows in bold what is looked up among its facts, and not what is long enough to be read', () => {
    const valueOf = (value: string): string =>
      /<td style="([^"]*)">/.exec(
        renderLetter({ ...letter, blocks: [{ kind: 'facts', facts: [{ name: 'Notes', value }] }] }).html,
      )?.[1] ?? '';
    expect(valueOf('x'.repeat(60))).toContain('font-weight:600');
    expect(valueOf('x'.repeat(61))).not.toContain('font-weight');
  });

  it('escapes every text in HTML', () => {
    const { html } = renderLetter(letter);
    expect(html).toContain(
      '<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700">A &amp; B</h1>',
    );
    for (const part of [
      'One &lt;b&gt;text&lt;/b&gt;.',
      '&quot;Ann&quot; &amp; &#39;Lee&#39;',
      'href="mailto:&quot;x&quot;"',
      'href="https://shop.example/?a=1&amp;b=&quot;2&quot;"',
      '>Go &lt;on&gt;</a>',
    ])
      expect(html).toContain(part);
    expect(html).not.toMatch(/<b>|<on>/);
  });
});

/** Every address that stands in a text, without the stop after it, and every one that a part of the HTML leads to. */
const addressesIn = (text: string): readonly string[] => text.match(/https?:\/\/[^\s"<>]*[^\s"<>.,]/g) ?? [];
const linksIn = (html: string): readonly string[] => [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link);

describe('an address in the running text of a letter', () => {
  const membership = {
    is: 'member',
    since: NOW,
    accessUntil: NOW + DAY,
    renewsAt: NOW,
    isOverdue: false,
    canBeKept: true,
  } as const;
  const to = 'dana@example.com';
  const facts = { account: someAccount({ email: to }), to, shopUrl: SHOP_URL, token: 'secret', membership };
  const ABOUT: Readonly<Record<AccountLetter, true>> = {
    'verify-email': true,
    'reset-password': true,
    'password-changed': true,
    'change-email': true,
    'email-changing': true,
    'account-exists': true,
    'subscription-begun': true,
    'subscription-resumed': true,
    'subscription-ending': true,
    'subscription-kept': true,
    'renewal-failed': true,
    'second-payment-returned': true,
    'late-payment-returned': true,
  };
  const letters: readonly (readonly [string, Letter])[] = [
    ...Object.keys(ABOUT).map((about) => [about, accountLetter(about as AccountLetter, facts)] as const),
    [
      'email-changing, still pending',
      accountLetter('email-changing', {
        ...facts,
        account: someAccount({ email: to, pendingEmail: 'new@example.com' }),
      }),
    ],
    ['delivery', deliveryLetter(somePurchase('lead'), someLead(), SHOP_URL)],
    [
      'no address',
      loserLetter(somePurchase('lead'), 'no-address', { fate: 'back', sale: undefined, shopUrl: SHOP_URL }),
    ],
    ['refund', refundLetter(somePurchase('lead'), { wasDelivered: true, shopUrl: SHOP_URL })],
  ];

  it.each(letters)('stands among words that are spelt as on the screens: %s', (_about, one) => {
    const { subject, text } = renderLetter(one);
    expect(`${subject} ${text}`).not.toMatch(/e-mail/i);
  });

  it.each(letters)('is one to tap where it is ours: %s', (_about, one) => {
    const { text, html } = renderLetter(one);
    const links = linksIn(html).filter((link) => link.startsWith('http'));
    expect(links).toEqual(addressesIn(text));
  });

  it('stands beside the words around it, and stays in the plain text as it is', () => {
    const contact = `${SHOP_URL}/contact-us?a=1&b="2"`;
    const text = `Write <now> to ${contact}, or to ${SHOP_URL}/signin.\nThanks.`;
    const rendered = renderLetter({
      ...letter,
      blocks: [{ kind: 'small', text, links: [contact, `${SHOP_URL}/signin`] }],
    });
    const shown = 'https://shop.example/contact-us?a=1&amp;b=&quot;2&quot;';
    expect(rendered.html).toContain(
      `Write &lt;now&gt; to <a href="${shown}" style="color:#035d45">${shown}</a>, or to <a href="https://shop.example/signin"`,
    );
    expect(rendered.html).toContain('</a>.<br>Thanks.</p>');
    expect(rendered.text).toContain(text);
  });

  it.each([
    'https://evil.example/',
    'https://shop.example.evil.example/signin',
    'https://shop.example@evil.example/signin',
    'javascript:alert(1)//https://shop.example/signin',
    '<a href="https://evil.example/">https://shop.example/signin</a>',
    `${SHOP_URL}/verify?token=stolen`,
    `"><a href="//evil.example">`,
  ])('that was typed is none: %s', (typed) => {
    const blocks: Letter['blocks'] = [
      { kind: 'text', text: typed },
      { kind: 'small', text: typed },
      { kind: 'facts', facts: [{ name: typed, value: typed }] },
    ];
    expect(linksIn(renderLetter({ subject: typed, heading: typed, blocks }).html)).toEqual([]);
    const sale = somePurchase('lead');
    const delivered = deliveryLetter(sale, someLead({ description: typed }), SHOP_URL);
    expect(linksIn(renderLetter(delivered).html).filter((link) => link.startsWith('http'))).toEqual([
      `${SHOP_URL}/contact-us?lead=${sale.saleNumber}`,
    ]);
  });
});

describe('a letter about money that does not stay with us', () => {
  const SHOWN_LATER = 'Your bank may take a few days to show the refund.';
  const RESERVED = 'If your bank shows the amount as reserved, it disappears by itself within a few days.';
  const [sale, shopUrl] = [somePurchase('lead'), SHOP_URL];
  const sold = priceText(sale.price);
  const ofAccount = (about: AccountLetter): Letter =>
    accountLetter(about, {
      account: someAccount({}),
      to: 'dana@example.com',
      shopUrl,
      token: 'secret',
      membership: { is: 'none' },
    });

  it.each<readonly [string, Letter, string]>([
    ['was sent back', loserLetter(sale, 'sold', { fate: 'back', sale: undefined, shopUrl }), SHOWN_LATER],
    ['was held', loserLetter(sale, 'sold', { fate: 'never-taken', sale: undefined, shopUrl }), RESERVED],
    ['was sent back as it lapsed', lapseLetter(sale, { chargeMode: 'charge', shopUrl }), SHOWN_LATER],
    ['was held and lapsed', lapseLetter(sale, { chargeMode: 'authorise', shopUrl }), RESERVED],
    ['is refunded', refundLetter(sale, { wasDelivered: true, shopUrl }), SHOWN_LATER],
    ['was a second payment', ofAccount('second-payment-returned'), SHOWN_LATER],
    ['was a late payment', ofAccount('late-payment-returned'), SHOWN_LATER],
  ])('says what the bank may show of what %s', (_fate, one, words) => {
    expect(renderLetter(one).text).toContain(words);
  });

  it.each<readonly [string, Letter, string]>([
    ['was sent back', loserLetter(sale, 'sold', { fate: 'back', sale: undefined, shopUrl }), sold],
    ['was a second payment for a lead', loserLetter(sale, 'sold', { fate: 'on-its-way-back', sale, shopUrl }), sold],
    ['came too late', loserLetter(sale, 'paid-too-late', { fate: 'back', sale: undefined, shopUrl }), sold],
    ['was sent back as it lapsed', lapseLetter(sale, { chargeMode: 'charge', shopUrl }), sold],
    ['is refunded', refundLetter(sale, { wasDelivered: true, shopUrl }), sold],
    ['was a second payment for the vault', ofAccount('second-payment-returned'), '$39.00'],
    ['was a late payment for the vault', ofAccount('late-payment-returned'), '$39.00'],
  ])('names the amount of what %s', (_fate, one, amount) => {
    expect(renderLetter(one).text).toContain(`\nRefunded: ${amount}\n`);
  });

  it.each<readonly [string, Letter]>([
    ['was never taken', loserLetter(sale, 'sold', { fate: 'never-taken', sale: undefined, shopUrl })],
    ['was held and lapsed', lapseLetter(sale, { chargeMode: 'authorise', shopUrl })],
    ['was not of the price', loserLetter(sale, 'amount-differs', { fate: 'back', sale: undefined, shopUrl })],
  ])('names no amount of what %s', (_fate, one) => {
    expect(renderLetter(one).text).not.toMatch(/Refunded:|\$/);
  });

  it('lets whoever is refunded ask about that very sale', () => {
    const { text } = renderLetter(refundLetter(sale, { wasDelivered: false, shopUrl }));
    expect(text).toContain(`A question about it? Write to us: ${SHOP_URL}/contact-us?lead=${sale.saleNumber}\n`);
  });
});

describe('a letter to an address that is not proved', () => {
  it.each(['verify-email', 'reset-password', 'change-email'] as const)(
    'asks nothing of whoever did not ask for it: %s',
    (about) => {
      const { text } = renderLetter(
        accountLetter(about, {
          account: someAccount({}),
          to: 'dana@example.com',
          shopUrl: SHOP_URL,
          token: 'secret',
          membership: { is: 'none' },
        }),
      );
      expect(text).toContain('If you did not ask for this, you need to do nothing: without the link nothing happens.');
    },
  );

  it('says what to confirm it does', () => {
    const { text } = renderLetter(
      accountLetter('change-email', {
        account: someAccount({}),
        to: 'dana@example.com',
        shopUrl: SHOP_URL,
        token: 'secret',
        membership: { is: 'none' },
      }),
    );
    expect(text).toContain(
      'Somebody with a Homelead account wants to use this address. Confirm it, and that account signs in with it from then on.',
    );
  });
});
