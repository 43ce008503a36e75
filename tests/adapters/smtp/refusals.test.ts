import { afterEach, describe, expect, it } from 'vitest';

import { mailFailure } from '#adapters/smtp/mail-failure.ts';
import { MailInDoubt, MailRefused, MailerUnavailable } from '#application/ports/mailer.ts';
import { answer } from '#tests/support/post-office.ts';

import { CANARY, closeAll, expectUntaken, failure, mail, repeating, smtpRig } from './rig.ts';

afterEach(closeAll);

describe('a mail server that refuses us, and not the letter', () => {
  it('does not know us (535): unavailable, because the next mail would fare alike', async () => {
    const rig = await smtpRig(
      { onAuth: (_auth, _session, done) => done(repeating(535)) },
      { login: 'shop:canary-password@' },
    );
    expectUntaken(await failure(rig));
    await expect(rig.greet()).rejects.toThrow(MailerUnavailable);
  });

  it('offers no sign-in although we have one: unavailable, and nothing is sent as nobody', async () => {
    const rig = await smtpRig({ disabledCommands: ['AUTH', 'STARTTLS'] }, { login: 'shop:canary-password@' });
    expectUntaken(await failure(rig));
    expect(rig.postOffice.letters).toEqual([]);
  });

  it.each([503, 530, 534, 535, 538])('answers %d to the receiver, which is about the session', async (code) => {
    const rig = await smtpRig({ onRcptTo: (_to, _session, done) => done(repeating(code)) });
    expectUntaken(await failure(rig));
  });

  it.each([
    [554, '5.7.1', 'Relay access denied'],
    [554, '5.7.1', 'Client host rejected'],
    [553, '5.7.1', 'Sender address rejected: not owned by user'],
    [550, '5.7.25', 'no reverse DNS'],
    [550, '5.1.8', 'Sender address rejected: domain not found'],
    [553, '5.1.7', 'bad sender address syntax'],
  ])(
    'says at the receiver what is about us (%d %s %s): unavailable, and loses no mail',
    async (code, enhanced, why) => {
      let isMended = false;
      const told = answer(code, `${enhanced} <${CANARY}@example.com>: ${why}`);
      const rig = await smtpRig({ onRcptTo: (_to, _session, done) => done(isMended ? null : told) });
      expect(await failure(rig)).toEqual(
        new MailerUnavailable(`the mail server takes no mail now (EENVELOPE, RCPT TO, ${code}, ${enhanced})`),
      );
      isMended = true;
      await rig.mailer.send(mail());
      expect(rig.postOffice.letters).toHaveLength(1);
    },
  );

  it('refuses the sender, who is ours to set right', async () => {
    const rig = await smtpRig({ onMailFrom: (_from, _session, done) => done(repeating(550)) });
    expectUntaken(await failure(rig));
  });

  it('says at the greeting that it takes no mail (554)', async () => {
    const rig = await smtpRig({ onConnect: (_session, done) => done(repeating(554)) });
    expectUntaken(await failure(rig));
  });
});

describe('a fault without an answer', () => {
  const faultOf = (codes: object): unknown => mailFailure(Object.assign(new Error(CANARY), codes));

  it.each([
    ['a name that no DNS server tells', { code: 'EDNS', originalCode: 'ESERVFAIL' }],
    ['TLS that cannot begin', { code: 'ETLS' }],
    ['a sign-in that cannot be', { code: 'ENOAUTH' }],
    ['a server that lets nobody in', { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }],
    ['a certificate of another server', { code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
  ])('is none in which the server could have had the mail: %s', (_name, codes) => {
    expectUntaken(faultOf(codes));
  });

  it.each([{ code: 'ESOCKET', originalCode: 'ECONNRESET' }, { code: 'ETIMEDOUT' }, { code: 'ECONNECTION' }, {}])(
    'is in doubt where it could: %j',
    (codes) => {
      expect(faultOf(codes)).toBeInstanceOf(MailInDoubt);
    },
  );
});

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

  it.each(['4.2.0', '5.7.1'])(
    'with 554 %s for the letter refuses the mail, and takes the next one',
    async (enhanced) => {
      const no = answer(554, `${enhanced} <${CANARY}@example.com>`);
      const rig = await smtpRig({ fate: ({ to }) => (to[0]?.startsWith(CANARY) === true ? no : 'take') });
      expect(await failure(rig)).toBeInstanceOf(MailRefused);
      await rig.mailer.send(mail());
      expect(rig.postOffice.letters).toHaveLength(1);
    },
  );

  it('is quoted with numbers only', async () => {
    const rig = await smtpRig({
      onRcptTo: (_to, _session, done) => done(answer(550, `5.1.1 <${CANARY}@example.com>: unknown`)),
    });
    expect(await failure(rig)).toEqual(
      new MailRefused('the mail server refused the mail (EENVELOPE, RCPT TO, 550, 5.1.1)'),
    );
  });
});
