import { afterEach, describe, expect, it } from 'vitest';

import { MailRefused } from '#application/ports/mailer.ts';
import { mail } from '#tests/contracts/mailer-rig.ts';
import { answer } from '#tests/support/post-office.ts';

import { CANARY, closeAll, failure, repeating, smtpRig } from './rig.ts';

afterEach(closeAll);

describe('a mail server that says never', () => {
  it.each([550, 551, 553, 554])('with %d for the receiver refuses the mail', async (code) => {
    const rig = await smtpRig({ onRcptTo: (_to, _session, done) => done(repeating(code)) });
    expect(await failure(rig)).toBeInstanceOf(MailRefused);
  });

  it.each(['5.1.1', '5.1.2', '5.1.10', '5.2.1', '5.17.1', '5.71.1'])(
    'with 550 %s for the receiver refuses the mail',
    async (enhanced) => {
      const rig = await smtpRig({ onRcptTo: (_to, _session, done) => done(answer(550, `${enhanced} no such user`)) });
      expect(await failure(rig)).toBeInstanceOf(MailRefused);
    },
  );

  it.each([
    [550, '5.1.1 no such user'],
    [552, '5.2.2 The email account that you tried to reach is over quota'],
    [552, '5.2.3 Your message exceeded the size limits'],
    [552, '5.3.4 Message size exceeds fixed limit'],
    [552, 'Message size exceeds maximum permitted'],
    [554, '5.6.0 Mail message is malformed'],
    [550, '5.7.1 Our system has detected that this message is likely unsolicited mail'],
    [552, '5.7.0 This message was blocked because its content presents a potential security issue'],
    [554, '5.7.1 Spam message rejected'],
    [550, 'This message looks like spam'],
    [550, '5.7.1 virus found: Eicar'],
  ])('with %d %s for the letter refuses the mail, and takes the next one', async (code, said) => {
    const no = answer(code, `${said} <${CANARY}@example.com>`);
    const rig = await smtpRig({ fate: ({ to }) => (to[0]?.startsWith(CANARY) === true ? no : 'take') });
    expect(await failure(rig)).toBeInstanceOf(MailRefused);
    await rig.mailer.send(mail());
    expect(rig.postOffice.letters).toHaveLength(1);
  });

  it('with the name of a relay in the address that it repeats refuses the mail', async () => {
    const rig = await smtpRig({
      onRcptTo: (_to, _session, done) => done(answer(550, `<${CANARY}@relay.example>: unknown user`)),
    });
    expect(await failure(rig)).toBeInstanceOf(MailRefused);
  });

  it('is quoted with numbers only', async () => {
    const rig = await smtpRig({
      onRcptTo: (_to, _session, done) => done(answer(550, `5.1.1 <${CANARY}@example.com>: unknown`)),
    });
    expect(await failure(rig)).toEqual(
      new MailRefused('the mail server refused the mail (EENVELOPE, RCPT TO, 550, 5.1.1)'),
    );
  });
});
