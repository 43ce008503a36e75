import { afterEach, describe, expect, it } from 'vitest';

import { MailPutOff } from '#application/ports/mailer.ts';
import { answer } from '#tests/support/post-office.ts';

import { CANARY, closeAll, expectUntaken, failure, smtpRig } from './rig.ts';

afterEach(closeAll);

const atReceiver = (code: number, said: string) =>
  smtpRig({ onRcptTo: (_to, _session, done) => done(answer(code, said)) });

describe('a mail server that says later', () => {
  it.each([
    [450, `4.1.2 <${CANARY}@exampel.com>: Recipient address rejected: Domain not found`],
    [450, `4.2.1 <${CANARY}@example.com> is receiving mail too quickly`],
    [452, '4.2.2 The mailbox is full'],
    [450, 'mailbox unavailable'],
  ])('puts off the one letter where it speaks of the receiver: %d %s', async (code, said) => {
    const error = await failure(await atReceiver(code, said));
    expectUntaken(error);
    expect(error).toBeInstanceOf(MailPutOff);
  });

  it.each([
    [421, '4.2.1 closing'],
    [450, '4.7.1 Client host rejected: cannot find your hostname'],
    [450, '4.1.8 Sender address rejected: Domain not found'],
    [450, 'your daily limit is reached'],
    [451, '4.3.0 Temporary lookup failure'],
    [451, 'try again later'],
  ])('puts no letter off where it may be about us or itself: %d %s', async (code, said) => {
    const error = await failure(await atReceiver(code, said));
    expectUntaken(error);
    expect(error).not.toBeInstanceOf(MailPutOff);
  });
});
