import { afterEach, describe, expect, it } from 'vitest';

import { MailerUnavailable } from '#application/ports/mailer.ts';
import { mail } from '#tests/contracts/mailer-rig.ts';
import { answer } from '#tests/support/post-office.ts';

import { closeAll, expectUntaken, failure, repeating, smtpRig } from './rig.ts';

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
    [554, '5.7.1 <canary-jane@example.com>: Relay access denied', '5.7.1'],
    [554, '5.7.1 <canary-jane@example.com>: Client host rejected', '5.7.1'],
    [553, '5.7.1 <leads@homelead.example>: Sender address rejected: not owned by user', '5.7.1'],
    [550, '5.7.25 no reverse DNS', '5.7.25'],
    [550, '5.1.8 Sender address rejected: domain not found', '5.1.8'],
    [553, '5.1.7 bad sender address syntax', '5.1.7'],
    [550, "5.1.90 Your message can't be sent because you've reached your daily limit for message recipients", '5.1.90'],
    [550, '5.4.5 Daily SMTP relay limit exceeded for user', '5.4.5'],
    [554, '5.2.252 SendAsDenied', '5.2.252'],
    [553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", '5.7.1'],
    [550, 'relay not permitted'],
    [550, 'Sender verify failed'],
    [550, 'Please turn on SMTP Authentication in your mail client'],
  ])(
    'says at the receiver what is about us (%d %s): unavailable, and loses no mail',
    async (code, said, ...enhanced) => {
      let isMended = false;
      const rig = await smtpRig({ onRcptTo: (_to, _session, done) => done(isMended ? null : answer(code, said)) });
      const words = ['EENVELOPE', 'RCPT TO', code, ...enhanced].join(', ');
      expect(await failure(rig)).toEqual(new MailerUnavailable(`the mail server takes no mail now (${words})`));
      isMended = true;
      await rig.mailer.send(mail());
      expect(rig.postOffice.letters).toHaveLength(1);
    },
  );

  it.each([
    [
      'how much we may send',
      550,
      '5.4.5 Daily user sending limit exceeded. For more information on Gmail limits go to …',
    ],
    ['how much we may send', 550, '5.4.6 Unusual sending activity detected.'],
    ['how much we may send', 550, "5.1.90 Your message can't be sent because you've reached your daily limit"],
    ['how much we may send', 554, '5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed'],
    ['how much we may send', 550, '5.2.2 Submission quota exceeded'],
    ['how much we may send', 550, '5.7.1 Email quota exceeded'],
    ['how much we may send', 550, '5.7.1 Daily SMTP relay limit exceeded for customer'],
    ['how much we may send', 550, 'Domain homelead.example has exceeded the max emails per hour (25/25) allowed'],
    ['whom we may send as', 554, '5.2.252 SendAsDenied; leads@homelead.example not allowed to send as'],
    ['whom we may send as', 550, '5.7.60 SMTP; Client does not have permissions to send as this sender'],
    ['whom we may send as', 554, 'Message rejected: Email address is not verified. The following identities failed'],
    ['whom we may send as', 550, 'The from address does not match a verified Sender Identity.'],
    ['whom we may send as', 550, '5.1.8 Access denied, bad outbound sender'],
    ['how we prove who we are', 550, '5.7.26 Unauthenticated email from homelead.example is not accepted'],
    ['how we prove who we are', 550, '5.7.20 No passing DKIM signature found'],
    ['what others of us have sent', 550, '5.7.1 An unusual rate of unsolicited mail originates from your IP address'],
    ['what others of us have sent', 554, '5.7.1 This account has sent spam: your account is closed'],
    ['what others of us have sent', 550, '5.7.501 Access denied, spam abuse detected'],
    ['its own trouble', 554, '5.3.0 Other mail system problem'],
    ['its own trouble', 554, '4.2.0 mailbox is locked'],
    ['nothing that we know', 550, 'Administrative prohibition'],
    ['nothing that we know', 554, '5.7.1 <spam@virus.example>: Data command rejected'],
  ])('says of the letter what is about %s (%d %s): unavailable, and loses no mail', async (_what, code, said) => {
    let isMended = false;
    const rig = await smtpRig({ fate: () => (isMended ? 'take' : answer(code, said)) });
    expectUntaken(await failure(rig));
    isMended = true;
    await rig.mailer.send(mail());
    expect(rig.postOffice.letters).toHaveLength(1);
  });

  it('refuses the sender, who is ours to set right', async () => {
    const rig = await smtpRig({ onMailFrom: (_from, _session, done) => done(repeating(550)) });
    expectUntaken(await failure(rig));
  });

  it('says at the greeting that it takes no mail (554)', async () => {
    const rig = await smtpRig({ onConnect: (_session, done) => done(repeating(554)) });
    expectUntaken(await failure(rig));
  });
});
