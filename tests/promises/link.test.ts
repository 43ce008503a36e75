import { describe, test } from 'vitest';

import type { Account } from '#domain/account.ts';
import type { Token, TokenPurpose } from '#domain/token.ts';
import { NOW, hashOf, someAccount } from '#tests/contracts/store-samples.ts';
import { diceOf } from '#tests/race/dice.ts';
import type { Dice } from '#tests/race/dice.ts';
import { firstSeed, prove, reach, sabotaged } from './promise.ts';
import type { Tally } from './promise.ts';
import { usedLate } from './sabotage/links.ts';
import { twoShops } from './two-shops.ts';
import type { Around, TwoShops } from './two-shops.ts';

const AT_ONCE = 50;
const LIFETIME = 24 * 3_600_000;
const OLD_PASSWORD = 'the-old-password';

const secretOf = (dice: Dice): string => hashOf(String(dice.throwOne())).slice(0, 43);

type Owner = { readonly account: Account; readonly secret: string };

/** Somebody with three sessions and one link. */
const ownerIn = async (
  { stock, passwords }: TwoShops,
  dice: Dice,
  purpose: TokenPurpose,
  change: Partial<Token> = {},
): Promise<Owner> => {
  const secret = secretOf(dice);
  const isNew = purpose === 'VERIFY_EMAIL';
  const account = someAccount({
    passwordHash: await passwords.hash(OLD_PASSWORD),
    ...(isNew && { verification: { state: 'unverified' } as const }),
  });
  const link = { hash: hashOf(secret), accountId: account.id, purpose, email: account.email, createdAt: NOW };
  await stock(async ({ accounts, tokens, sessions }) => {
    await accounts.add(account);
    await tokens.add({ ...link, end: { is: 'none' }, ...change });
    for (let each = 0; each < 3; each += 1)
      await sessions.add({ hash: hashOf(secretOf(dice)), accountId: account.id, createdAt: NOW, seenAt: NOW });
  });
  return { account, secret };
};

/** All open the link at once, half of them at each shop. Answers who succeeded; anything but a refusal is wrong. */
const openAll = async (
  shop: TwoShops,
  as: 'reset' | 'verification',
  secretFor: (each: number) => string,
  wrong: (what: string) => void,
): Promise<readonly number[]> => {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, each) =>
      as === 'reset'
        ? shop.ask(each, {
            path: '/api/auth/reset-password/confirm',
            form: { token: secretFor(each), newPassword: `new-password-${each}` },
          })
        : shop.ask(each, { path: `/api/auth/verify?token=${secretFor(each)}`, json: {} }),
    ),
  );
  for (const { status, text } of answers)
    if (![200, 400, 409, 410].includes(status)) wrong(`a ${as} was answered ${status}: ${text.slice(0, 200)}`);
  return answers.flatMap(({ status }, each) => (status === 200 ? [each] : []));
};

/** What the database has of an owner, from outside. */
const factsOf = async ({ rows, passwords }: TwoShops, { account }: Owner) => {
  const [row] = await rows<{ passwordHash: string; verification: string; sessions: number }>(
    `select password_hash as "passwordHash", verification,
       (select count(*)::int from session where account_id = account.id) as sessions from account where id = $1`,
    [account.id],
  );
  const has = async (password: string) => (await passwords.check(password, row?.passwordHash)) === 'right';
  return { sessions: row?.sessions, verification: row?.verification, has };
};

/** Each round: a reset and a verification by fifty, and every kind of link that must not work. */
const links =
  (rounds: number, around?: Around) =>
  async ({ done, wrong, goesOn }: Tally): Promise<void> => {
    const shop = await twoShops(around);
    const { clock } = shop;

    const worksOnce = async (owner: Owner, as: 'reset' | 'verification'): Promise<void> => {
      const winners = await openAll(shop, as, () => owner.secret, wrong);
      const facts = await factsOf(shop, owner);
      if (winners.length !== 1) wrong(`a link worked ${winners.length} times as a ${as}`);
      if (facts.sessions !== 0) wrong(`${facts.sessions} sessions outlived a ${as}`);
      if (as === 'verification' && facts.verification !== 'verified') wrong('nobody is verified');
      if (as === 'reset' && !(await facts.has(`new-password-${winners[0]}`))) wrong('the password is not the winner’s');
      done();
    };
    const worksNever = async (owner: Owner, as: 'reset' | 'verification', why: string, secret = owner.secret) => {
      const winners = await openAll(shop, as, () => secret, wrong);
      const facts = await factsOf(shop, owner);
      if (winners.length > 0) wrong(`a link that ${why} worked ${winners.length} times`);
      if (facts.sessions !== 3 || !(await facts.has(OLD_PASSWORD))) wrong(`a link that ${why} changed something`);
      done();
    };

    try {
      for (let round = 0; round < rounds && goesOn(); round += 1) {
        const dice = diceOf(firstSeed + round);
        clock.set(NOW);
        const bystander = await ownerIn(shop, dice, 'PASSWORD_RESET');
        await worksOnce(await ownerIn(shop, dice, 'PASSWORD_RESET'), 'reset');
        await worksOnce(await ownerIn(shop, dice, 'VERIFY_EMAIL'), 'verification');
        await worksNever(await ownerIn(shop, dice, 'VERIFY_EMAIL'), 'reset', 'is for something else');
        await worksNever(await ownerIn(shop, dice, 'PASSWORD_RESET'), 'verification', 'is for something else');
        await worksNever(await ownerIn(shop, dice, 'PASSWORD_RESET'), 'reset', 'nobody has made', secretOf(dice));

        const older = await ownerIn(shop, dice, 'PASSWORD_RESET', { end: { is: 'replaced', at: NOW } });
        const newer = secretOf(dice);
        const { id: accountId, email } = older.account;
        await shop.stock(({ tokens }) =>
          tokens.add({
            hash: hashOf(newer),
            accountId,
            purpose: 'PASSWORD_RESET',
            email,
            createdAt: NOW,
            end: { is: 'none' },
          }),
        );
        await worksNever(older, 'reset', 'was replaced');
        await worksOnce({ ...older, secret: newer }, 'reset');

        const late = await ownerIn(shop, dice, 'PASSWORD_RESET');
        clock.set(NOW + LIFETIME);
        await worksNever(late, 'reset', 'has expired just now');
        clock.set(NOW + LIFETIME - 1);
        await worksOnce(late, 'reset');

        const facts = await factsOf(shop, bystander);
        if (facts.sessions !== 3 || !(await facts.has(OLD_PASSWORD)))
          wrong('somebody else lost a password or a session');
      }
    } finally {
      await shop.close();
    }
  };

describe('a link that was mailed', () => {
  test('works once, in time, for its own purpose and its own account, however many open it at once', async () => {
    await prove('I13', { what: `links opened by ${AT_ONCE}` }, links(reach(5, 200)));
  });

  test('is noticed to work several times when it is looked at and then written off', async () => {
    await sabotaged(
      'I13',
      { how: 'looked at without a lock, and written off after the commit', sign: /a link worked \d+ times/ },
      links(2, usedLate),
    );
  });
});
