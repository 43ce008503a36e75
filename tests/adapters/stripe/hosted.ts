import { landingOf } from './buyer.ts';
import type { StripeDouble } from './double.ts';

type Page = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string };

const html = (body: string): Page => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><head><title>Checkout</title></head><body><main>${body}</main></body></html>`,
});

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** The double's own hosted page, under `/c/pay/`: its buyer in a browser. `undefined` for any other address. */
export const hostedPage = (
  { account: { books }, buyer }: Pick<StripeDouble, 'account' | 'buyer'>,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: string },
): Page | undefined => {
  const id = /^\/c\/pay\/(\w+)$/.exec(path)?.[1];
  const session = books.sessions.get(id ?? '');
  if (id === undefined || session === undefined) return undefined;
  if (method === 'POST') {
    const email = new URLSearchParams(body).get('email') ?? '';
    if (buyer.pay(id, email) === 'not paid') return html('<h1>This page has expired</h1>');
    return { status: 303, headers: { location: landingOf(session) }, body: '' };
  }
  const field =
    session.customer === null ? '<p><label>Email <input name="email" type="email" required /></label></p>' : '';
  const button = `<button>Pay ${dollars(session.amount_total)}</button>`;
  return html(`<h1>Foreign checkout</h1><form method="post">${field}${button}</form>`);
};
