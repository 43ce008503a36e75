import { expect, it } from 'vitest';

import { MailPutOff, MailerUnavailable } from '#application/ports/mailer.ts';
import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import { begin } from './buyer.ts';
import { mailServer } from './refunds.ts';
import { openShop } from './shop.ts';

const INES = { email: 'ines@exampel.com', password: 'sample-pass', fullName: 'Ines Rossi' };

/** A shop with a letter of an account, a paid contact and a notice to whoever came too late; its mail server fails with `trouble`. */
const withLetters = async (trouble: Error) => {
  const { manners, around } = mailServer();
  manners.send = () => Promise.reject(trouble);
  const shop = await openShop({ around });
  await shop.useCases.signUp(INES);
  const [dana, eve] = [await begin(shop), await begin(shop)];
  for (const buyer of [dana, eve]) await buyer.pay('buyer@exampel.com');
  for (const buyer of [dana, eve]) await buyer.settle();
  const pass = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += 30 * MINUTE) {
      await shop.queue.drain();
      shop.clock.step(30 * MINUTE);
    }
  };
  const waiting = () => new Set(shop.queue.waiting().map(({ name }) => name));
  const warnings = () =>
    shop.log.lines
      .filter(({ event }) => event.endsWith('refused by the mail server'))
      .map(({ event, error }) => [event, error] as const);
  return { shop, pass, waiting, warnings };
};

const EACH = new Set(['write-to-account', 'deliver-lead', 'tell-loser'] as const);

it('a letter that the mail server puts off for ever is given up after days, and a warning; a paid contact never', async () => {
  const noDomain = new MailPutOff('no such domain');
  const { pass, waiting, warnings } = await withLetters(noDomain);
  await pass(3 * DAY - HOUR);
  expect(waiting()).toEqual(EACH);
  expect(warnings()).toEqual([]);
  await pass(2 * DAY);
  expect(waiting()).toEqual(new Set(['deliver-lead']));
  expect(warnings()).toHaveLength(2);
  expect(new Map(warnings())).toEqual(
    new Map([
      ['letter refused by the mail server', noDomain],
      ['notice refused by the mail server', noDomain],
    ]),
  );
});

it('for a mail server that is away every letter waits on', async () => {
  const { pass, waiting, warnings } = await withLetters(new MailerUnavailable('away'));
  await pass(7 * DAY);
  expect(waiting()).toEqual(EACH);
  expect(warnings()).toEqual([]);
});
