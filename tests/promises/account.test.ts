import { setTimeout as wait } from 'node:timers/promises';

import { describe, test } from 'vitest';

import { diceOf } from '#tests/race/dice.ts';
import type { Dice } from '#tests/race/dice.ts';
import { firstSeed, prove, reach, sabotaged } from './promise.ts';
import type { Tally } from './promise.ts';
import { twoShops } from './two-shops.ts';
import type { TwoShops } from './two-shops.ts';

const AT_ONCE = 50;
/** Mails of all rounds leave within these milliseconds, once somebody does the work. */
const PATIENCE = 60_000;

/** The same address as somebody else types it. */
const variantOf = (address: string, dice: Dice): string => {
  const typed = [...address].map((sign) => (dice.throwOne() < 0.5 ? sign.toUpperCase() : sign)).join('');
  return ' '.repeat(dice.between(0, 3)) + typed + ' '.repeat(dice.between(0, 3));
};

const mailsOf = async ({ rows }: TwoShops): Promise<ReadonlyMap<string, number>> => {
  const mails = await rows<{ to: string; times: number }>(
    `select body ->> 'to' as "to", sum((body ->> 'times')::int)::int as times from development_document
     where collection = 'dev-mailbox' group by 1`,
  );
  return new Map(mails.map(({ to, times }) => [to, times]));
};

const registrations =
  (rounds: number, statement?: string) =>
  async ({ done, wrong, goesOn }: Tally): Promise<void> => {
    const shop = await twoShops();
    try {
      if (statement !== undefined) await shop.rows(statement);
      const accepted = new Map<string, number>();
      for (let round = 0; round < rounds && goesOn(); round += 1) {
        const dice = diceOf(firstSeed + round);
        const address = `ines.${round}@people.example`;
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, (_, each) => {
            const json = { email: variantOf(address, dice), password: `password-${each}`, fullName: `Ines ${each}` };
            return shop.ask(each, { path: '/api/auth/register', json });
          }),
        );
        const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
        accepted.set(address, count(201));
        if (count(201) !== 1) wrong(`round ${round}: ${count(201)} of ${AT_ONCE} were accepted`);
        for (const { status, text } of answers)
          if (status !== 201 && status !== 409) wrong(`round ${round}: answered ${status}: ${text.slice(0, 200)}`);
        const stored = await shop.rows('select id from account where lower(trim(email)) = $1', [address]);
        if (stored.length !== 1) wrong(`round ${round}: the address has ${stored.length} accounts`);
        done();
      }
      if (!goesOn()) return;
      await shop.work();
      const end = performance.now() + PATIENCE;
      while ((await mailsOf(shop)).size < accepted.size && performance.now() < end) await wait(50);
      const mails = await mailsOf(shop);
      for (const [address, wanted] of accepted)
        if (mails.get(address) !== wanted) wrong(`${address} was written to ${mails.get(address) ?? 0} times`);
      if (mails.size !== accepted.size) wrong(`${mails.size} receivers for ${accepted.size} accounts`);
    } finally {
      await shop.close();
    }
  };

describe('an address', () => {
  test('has one account and one mail, however many sign up with it at once, and however they type it', async () => {
    await prove('I14', { what: `rounds of ${AT_ONCE} registrations` }, registrations(reach(5, 200)));
  });

  test('is noticed to have several accounts when nothing but a look before keeps them apart', async () => {
    await sabotaged(
      'I14',
      { how: 'an address is looked for, and then added', sign: /were accepted|has \d+ accounts/ },
      registrations(5, 'alter table account drop constraint account_email'),
    );
  });
});
