import { describe, expect, it } from 'vitest';

import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import { MailInDoubt, MailerUnavailable } from '#application/ports/mailer.ts';
import type { Mail } from '#application/ports/mailer.ts';
import { requestPasswordReset } from '#application/request-password-reset.ts';
import { HOUR, MINUTE } from '#domain/instant.ts';
import { openShop } from './shop.ts';
import type { Shop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

const INES = { email: 'ines@example.com', password: 'sample-pass', fullName: 'Ines Rossi' };

const PROFILE = { fullName: INES.fullName, phone: undefined, address: undefined };

/** A shop whose mail server is down, or takes only some letters, until it is told otherwise. */
const withMailDown = async (isLate: (mail: Mail) => boolean = () => true) => {
  let isDown = true;
  const sent: Mail[] = [];
  const shop = await openShop({
    around: (outside) => ({
      ...outside,
      mailer: {
        send: async (mail) => {
          if (isDown && isLate(mail)) throw new MailerUnavailable('down');
          sent.push(mail);
        },
      },
    }),
  });
  const pass = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += MINUTE) {
      shop.clock.step(MINUTE);
      await shop.queue.drain();
    }
  };
  return { ...shop, sent, pass, mailIsUp: () => void (isDown = false), mailIsDown: () => void (isDown = true) };
};

describe('when mail is down for an hour', () => {
  it('every letter of an account and every contact message still arrives, once', async () => {
    const { useCases, sent, pass, mailIsUp, queue } = await withMailDown();
    expect(await useCases.signUp(INES)).toBe('registered');
    expect(await useCases.requestPasswordReset(INES.email)).toBe('requested');
    await useCases.contactUs({
      name: 'Mei',
      email: 'mei@example.com',
      subject: 'Hi',
      text: 'Hello there.',
      isSpam: false,
    });
    await pass(HOUR);
    expect(sent).toEqual([]);
    mailIsUp();
    await pass(2 * HOUR);
    expect(sent.map(({ subject }) => subject).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'Contact: Hi',
      'Reset your password',
      'Verify your email address',
    ]);
    expect(queue.waiting()).toEqual([]);
    expect(sent.filter(({ writtenBy }) => writtenBy === 'person').map(({ subject }) => subject)).toEqual([
      'Contact: Hi',
    ]);
  });

  it('the link of the letter that arrives works, although earlier tries made others', async () => {
    const { useCases, sent, pass, mailIsUp } = await withMailDown();
    await useCases.signUp(INES);
    await pass(HOUR);
    mailIsUp();
    await pass(2 * HOUR);
    const token = /token=([\w-]{43})/.exec(sent[0]?.text ?? '')?.[1] ?? '';
    expect(await useCases.verifyEmail({ token, sessionToken: undefined })).toMatchObject({ is: 'verified' });
  });
});

describe('a letter whose taking nobody confirms comes again', () => {
  const inDoubt = async () => {
    const sent: Mail[] = [];
    const shop = await openShop({
      around: (outside) => ({
        ...outside,
        mailer: {
          send: async (mail) => {
            sent.push(mail);
            if (sent.length === 1) throw new MailInDoubt('silent');
          },
        },
      }),
    });
    const untilTwice = async (): Promise<readonly Mail[]> => {
      for (let passed = 0; passed < HOUR && sent.length < 2; passed += MINUTE) {
        await shop.queue.drain();
        shop.clock.step(MINUTE);
      }
      return sent;
    };
    return { ...shop, untilTwice };
  };

  it('under another id where it has another link, so that no mailbox hides the one that works', async () => {
    const { useCases, untilTwice } = await inDoubt();
    expect(await useCases.signUp(INES)).toBe('registered');
    const [first, second, ...more] = await untilTwice();
    expect(more).toEqual([]);
    expect(second?.text).not.toBe(first?.text);
    expect(second?.id).not.toBe(first?.id);
    expect(second?.id).toMatch(/^verify-email-[0-9a-f-]{36}\.[0-9a-f]{16}$/);
  });

  it.each([
    [
      'of a message',
      ({ useCases }: Shop) =>
        useCases.contactUs({
          name: 'Mei',
          email: 'mei@example.com',
          subject: 'Hi',
          text: 'Hello there.',
          isSpam: false,
        }),
    ],
    ['of a letter without a link', async (shop: Shop) => (await somebodyIn(shop)).becomeSubscriber()],
  ])('under the same id where its words are the same: those %s', async (_, write) => {
    const shop = await inDoubt();
    await write(shop);
    const [first, second] = await shop.untilTwice();
    expect(second).toEqual(first);
  });
});

describe('a late warning that the address changes', () => {
  const OLD = INES.email;
  const NEW = 'new@example.com';
  const THIEF = 'thief@example.com';

  /** An account that moved long ago and was told so, in a shop where only this letter is late. */
  const movedLongAgo = async () => {
    const shop = await withMailDown(({ id }) => id.startsWith('email-changing'));
    const { useCases, sent, pass } = shop;
    const tokenOf = async (to: string, subject: string): Promise<string> => {
      await pass(MINUTE);
      const mail = sent.findLast((one) => one.to === to && one.subject === subject);
      return /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    };
    let sessionToken: string | undefined;
    const confirm = async (to: string, subject: string) =>
      expect(await useCases.verifyEmail({ token: await tokenOf(to, subject), sessionToken })).toMatchObject({
        is: 'verified',
      });
    await useCases.signUp(INES);
    await confirm(OLD, 'Verify your email address');
    const signedIn = await useCases.signIn({ email: OLD, password: INES.password, sessionToken });
    if (signedIn.is === 'signed-in') ({ sessionToken } = signedIn);
    const wish = async (email: string) =>
      expect(await useCases.editProfile({ sessionToken, edit: { ...PROFILE, email } })).toMatchObject({ is: 'saved' });
    const warnings = () =>
      sent
        .filter(({ id: mailId }) => mailId.startsWith('email-changing'))
        .map(({ to, subject }) => `${to}: ${subject}`);
    await wish(NEW);
    await confirm(NEW, 'Confirm your new email address');
    shop.mailIsUp();
    await pass(2 * HOUR);
    expect(warnings()).toEqual([`${OLD}: Your email address was changed`]);
    sent.length = 0;
    shop.mailIsDown();
    return { ...shop, tokenOf, confirm, wish, warnings };
  };

  it.each([
    [
      'resets the password',
      async ({ useCases, tokenOf }: Awaited<ReturnType<typeof movedLongAgo>>) => {
        await useCases.requestPasswordReset(NEW);
        const token = await tokenOf(NEW, 'Reset your password');
        expect(await useCases.resetPassword({ token, newPassword: 'another-pass' })).toMatchObject({ is: 'reset' });
      },
    ],
    ['saves the present one again', ({ wish }: Awaited<ReturnType<typeof movedLongAgo>>) => wish(NEW)],
  ])('tells the present address, and no earlier one, that one was asked for when the owner %s', async (_, takeBack) => {
    const shop = await movedLongAgo();
    await shop.wish(THIEF);
    await takeBack(shop);
    shop.mailIsUp();
    await shop.pass(2 * HOUR);
    expect(shop.warnings()).toEqual([`${NEW}: Another email address was asked for`]);
    const text = shop.sent.find(({ id }) => id.startsWith('email-changing'))?.text;
    expect(text).toContain('That was taken back, and nothing has moved.');
    expect(text).toContain('reset your password at');
    expect(text).not.toContain('has changed');
  });

  it('tells the address that was left when the new one was confirmed meanwhile', async () => {
    const shop = await movedLongAgo();
    await shop.wish(THIEF);
    await shop.confirm(THIEF, 'Confirm your new email address');
    shop.mailIsUp();
    await shop.pass(2 * HOUR);
    expect(shop.warnings()).toEqual([`${NEW}: Your email address was changed`]);
    const text = shop.sent.find(({ id }) => id.startsWith('email-changing'))?.text;
    // A reset is mailed to the new one: whoever reads this can only write.
    expect(text).toContain('If that was not you, write to us');
    expect(text).not.toContain('reset your password');
  });

  it.each([
    ['another one was asked for since', async () => {}],
    [
      'the account has moved on since',
      ({ confirm }: Awaited<ReturnType<typeof movedLongAgo>>) =>
        confirm('third@example.com', 'Confirm your new email address'),
    ],
  ])('tells the address that was left, once, also when %s', async (_, goOn) => {
    const shop = await movedLongAgo();
    await shop.wish(THIEF);
    await shop.confirm(THIEF, 'Confirm your new email address');
    await shop.wish('third@example.com');
    await goOn(shop);
    shop.mailIsUp();
    await shop.pass(2 * HOUR);
    expect(shop.warnings().filter((warning) => warning.startsWith(NEW))).toEqual([
      `${NEW}: Your email address was changed`,
    ]);
    shop.sent.length = 0;
    await shop.wish('fourth@example.com');
    await shop.pass(2 * HOUR);
    expect(shop.warnings().filter((warning) => warning.startsWith(NEW))).toEqual([]);
  });

  it('tells the address that was left also when another letter has reached it before', async () => {
    const shop = await movedLongAgo();
    await shop.wish(THIEF);
    await shop.useCases.requestPasswordReset(NEW);
    expect(await shop.tokenOf(NEW, 'Reset your password')).not.toBe('');
    await shop.confirm(THIEF, 'Confirm your new email address');
    shop.mailIsUp();
    await shop.pass(2 * HOUR);
    expect(shop.warnings()).toEqual([`${NEW}: Your email address was changed`]);
  });

  it('that a former version has queued, without saying for which address, is for the present one', async () => {
    const { useCases, wish, mailIsUp, warnings, outside } = await movedLongAgo();
    await wish(THIEF);
    const account = await outside.atomically(({ accounts }) => accounts.findByEmail(NEW));
    mailIsUp();
    await useCases.doJob({
      name: 'write-to-account',
      accountId: account?.id ?? '',
      about: 'email-changing',
      letterId: 'x',
    });
    expect(warnings()).toEqual([`${NEW}: Your email address is about to change`]);
  });

  it('tells the present address, though an earlier one is still to be told', async () => {
    const shop = await movedLongAgo();
    await shop.wish(THIEF);
    await shop.confirm(THIEF, 'Confirm your new email address');
    await shop.wish('third@example.com');
    shop.mailIsUp();
    await shop.pass(2 * HOUR);
    expect(shop.warnings()).toContain(`${THIEF}: Your email address is about to change`);
  });
});

it('nobody writes to strangers in the shop’s name: a letter to an address that is not proved holds no word of who asked for it', async () => {
  const shop = await withMailDown();
  const { useCases, sent, pass, mailIsUp } = shop;
  mailIsUp();
  const fullName = 'you have won $1,000: collect it today at https://evil.example/prize';
  await useCases.signUp({ ...INES, fullName });
  await useCases.resendVerification(INES.email);
  const sessionToken = (await somebodyIn(shop)).session();
  await useCases.editProfile({ sessionToken, edit: { ...PROFILE, fullName, email: 'new@example.com' } });
  await pass(MINUTE);
  expect(sent.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Verify your email address', 'Confirm your new email address']),
  );
  for (const mail of sent) expect(JSON.stringify(mail)).not.toMatch(/evil\.example|you have won/);
});

it('another address is neither looked up, saved nor written to before it is counted, also one that was asked for in between', async () => {
  const limits = { ...DEFAULT_LIMITS, 'email-change': { tries: 2, seconds: 3_600 } };
  const shop = await openShop({ around: (outside) => ({ ...outside, limiter: memoryLimiter(limits) }) });
  const { useCases, queue } = shop;
  const { email, session } = await somebodyIn(shop);
  const edit = async (wanted: string) =>
    (await useCases.editProfile({ sessionToken: session(), edit: { ...PROFILE, email: wanted } })).is;
  await useCases.signUp(INES);
  expect(await edit('first@example.com')).toBe('saved');
  expect(await edit('second@example.com')).toBe('saved');
  await queue.drain();
  for (const wanted of [INES.email, 'first@example.com', 'third@example.com'])
    expect(await edit(wanted)).toBe('too-often');
  expect(queue.waiting()).toEqual([]);
  expect([await edit('second@example.com'), await edit(email)]).toEqual(['saved', 'saved']);
});

it('sending the verification again takes the same work for every address, and only one that waits for it gets a mail', async () => {
  const { useCases, queue, sent, pass, mailIsUp } = await withMailDown();
  mailIsUp();
  const verified = 'mei@example.com';
  for (const email of [INES.email, verified]) await useCases.signUp({ ...INES, email });
  await pass(MINUTE);
  const link = sent.find(({ to }) => to === verified)?.text ?? '';
  const token = /token=([\w-]{43})/.exec(link)?.[1] ?? '';
  expect(await useCases.verifyEmail({ token, sessionToken: undefined })).toMatchObject({ is: 'verified' });
  sent.length = 0;
  for (const email of [INES.email, verified, 'nobody@example.com']) {
    await useCases.resendVerification(email);
    expect(queue.waiting()).toMatchObject([{ name: 'write-to-account', about: 'verify-email' }]);
    await pass(MINUTE);
  }
  expect(sent.map(({ to }) => to)).toEqual([INES.email]);
});

it('asking for a reset takes the same work for every address where accounts are a secret, and only one with an account gets a mail', async () => {
  const { useCases, outside, queue, sent, pass, mailIsUp } = await withMailDown();
  mailIsUp();
  await useCases.signUp(INES);
  await pass(MINUTE);
  sent.length = 0;
  const ask = requestPasswordReset({ ...outside, concealAccounts: true });
  for (const email of [INES.email, 'nobody@example.com']) {
    expect(await ask(email)).toBe('requested');
    expect(queue.waiting()).toMatchObject([{ name: 'write-to-account', about: 'reset-password' }]);
    await pass(MINUTE);
  }
  expect(queue.waiting()).toEqual([]);
  expect(sent.map(({ to }) => to)).toEqual([INES.email]);
});

describe('two at the same moment', () => {
  it('with one address make one account', async () => {
    const { useCases } = await openShop();
    const wishes = ['first-pass', 'second-pass', 'third-pass'].map((password) => ({ ...INES, password }));
    const outcomes = await Promise.all(wishes.map((wish) => useCases.signUp(wish)));
    expect(outcomes.filter((outcome) => outcome === 'registered')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'email-taken')).toHaveLength(2);
  });

  it('with one reset link set one password, and the winner’s counts', async () => {
    const { useCases, sent, pass, mailIsUp } = await withMailDown();
    mailIsUp();
    await useCases.signUp(INES);
    await useCases.requestPasswordReset(INES.email);
    await pass(MINUTE);
    const mail = sent.find(({ subject }) => subject === 'Reset your password');
    const token = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    const passwords = ['first-pass', 'second-pass', 'third-pass'];
    const outcomes = await Promise.all(passwords.map((newPassword) => useCases.resetPassword({ token, newPassword })));
    const isReset = outcomes.map(({ is }) => is === 'reset');
    expect(isReset.filter(Boolean)).toHaveLength(1);
    const signedIn = await Promise.all(
      passwords.map((password) => useCases.signIn({ email: INES.email, password, sessionToken: undefined })),
    );
    expect(signedIn.map(({ is }) => is === 'signed-in')).toEqual(isReset);
  });
});
