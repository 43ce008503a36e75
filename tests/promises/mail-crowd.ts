import { dollarsOf } from '#domain/money.ts';
import type { Dice } from '#tests/race/dice.ts';
import type { Offer } from '#tests/race/offers.ts';
import { PASSWORD } from './everyday.ts';
import type { Guest } from './guest.ts';
import { UNKNOWN } from './mail-weather.ts';

/** Somebody whose doing has letters follow. Buyers buy a lead of their own; new ones sign up and have forgotten their password at once. */
export type Sender =
  | { readonly is: 'buyer'; readonly email: string; readonly offer: Offer }
  | { readonly is: 'new'; readonly email: string }
  | { readonly is: 'writer'; readonly email: string };

export type CrowdSizes = { readonly buyers: number; readonly newcomers: number; readonly writers: number };

/** One in so many buyers has mistyped the address. */
const MISTYPED = 8;

const shuffled = <Value>(values: readonly Value[], dice: Dice): readonly Value[] =>
  values
    .map((value) => ({ value, at: dice.throwOne() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);

/** Each with an address of its own. There are as many offers as buyers. */
export const crowdOf = ({ newcomers, writers }: CrowdSizes, offers: readonly Offer[], dice: Dice): readonly Sender[] =>
  shuffled<Sender>(
    [
      ...offers.map((offer, number): Sender => {
        const name = number % MISTYPED === 1 ? UNKNOWN : 'buyer-';
        return { is: 'buyer', email: `${name}${number}@people.example`, offer };
      }),
      ...Array.from({ length: newcomers }, (_, number): Sender => ({
        is: 'new',
        email: `new-${number}@people.example`,
      })),
      ...Array.from({ length: writers }, (_, number): Sender => ({
        is: 'writer',
        email: `writer-${number}@people.example`,
      })),
    ],
    dice,
  );

/** Has one do it, and tells whether every request was answered as on any other day. */
export const act = async (guest: Guest, address: string, sender: Sender): Promise<void> => {
  const { email } = sender;
  const post = (
    path: string,
    body: { readonly json: object } | { readonly form: Readonly<Record<string, string>> },
    status: number,
  ) => guest(address, { path, method: 'POST', ...body }, [status]);
  switch (sender.is) {
    case 'buyer': {
      const { id, price } = sender.offer;
      const opened = await post(
        '/api/stripe/create-checkout-session',
        { json: { leadId: id, amount: dollarsOf(price) } },
        200,
      );
      if (opened === undefined) return;
      const { url } = JSON.parse(opened.text) as { readonly url: string };
      await post(new URL(url).pathname, { form: { outcome: 'pay', email } }, 303);
      return;
    }
    case 'new': {
      await post('/api/auth/register', { json: { email, password: PASSWORD, fullName: 'Ines Rossi' } }, 201);
      await post('/api/auth/reset-password/request', { form: { email } }, 200);
      return;
    }
    case 'writer': {
      const message = {
        name: 'Mei',
        email,
        subject: 'Hello',
        message: `Are there leads in Texas? Yours, ${email}`,
        website: '',
      };
      await post('/api/contact', { json: message }, 200);
    }
  }
};
