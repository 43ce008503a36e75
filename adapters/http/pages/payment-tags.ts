import { escapeHtml } from '#application/letters/html.ts';
import type { BrowserPart } from '#application/ports/payment-profile.ts';
import { PAYMENT_TAGS } from '#adapters/http/contract/contract.ts';

const tag = (name: string, words: readonly string[]): string =>
  words.length === 0 ? '' : `<meta name="${name}" content="${escapeHtml(words.join(' '))}" />`;

/** Adds to a page's head how the browser gets to the hosted payment pages. It holds only public values (C45). */
export const withPaymentTags = (html: string, { title, hostedPages, script }: BrowserPart): string => {
  const tags = [
    tag(PAYMENT_TAGS.title, title === undefined ? [] : [title]),
    tag(PAYMENT_TAGS.pages, hostedPages),
    tag(PAYMENT_TAGS.script, script === undefined ? [] : [script.name, script.publicKey]),
  ].join('');
  return html.replace('</head>', () => `${tags}</head>`);
};
