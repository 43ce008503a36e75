import { describe, expect, it } from 'vitest';

import { MailerUnavailable } from '#application/ports/mailer.ts';
import type { Mail } from '#application/ports/mailer.ts';
import { HOUR, MINUTE } from '#domain/instant.ts';
import { openShop } from './shop.ts';

const INES = { email: 'ines@example.com', password: 'sample-pass', fullName: 'Ines Rossi' };

/** A shop whose mail server is down until it is told otherwise. */
const withMailDown = async () => {
  let isDown = true;
  const sent: Mail[] = [];
  const shop = await openShop({
    around: (outside) => ({
      ...outside,
      mailer: {
        send: async (mail) => {
          if (isDown) throw new MailerUnavailable('down');
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
  return { ...shop, sent, pass, mailIsUp: () => void (isDown = false) };
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
      'Verify your e-mail address',
    ]);
    expect(queue.waiting()).toEqual([]);
  });

  it('the link of the letter that arrives works, although earlier tries made others', async () => {
    const { useCases, sent, pass, mailIsUp } = await withMailDown();
    await useCases.signUp(INES);
    await pass(HOUR);
    mailIsUp();
    await pass(2 * HOUR);
    const token = /token=([\w-]{43})/.exec(sent[0]?.text ?? '')?.[1] ?? '';
    expect(await useCases.verifyEmail({ token, sessionToken: undefined })).toBe('verified');
  });
});

describe('two at the same moment', () => {
  it('with one address make one account', async () => {
    const { useCases } = await openShop();
    const outcomes = await Promise.all([useCases.signUp(INES), useCases.signUp(INES), useCases.signUp(INES)]);
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
    expect(outcomes.filter((outcome) => outcome === 'reset')).toHaveLength(1);
    const signedIn = await Promise.all(
      passwords.map((password) => useCases.signIn({ email: INES.email, password, sessionToken: undefined })),
    );
    expect(signedIn.map(({ is }) => is === 'signed-in')).toEqual(outcomes.map((outcome) => outcome === 'reset'));
  });
});
