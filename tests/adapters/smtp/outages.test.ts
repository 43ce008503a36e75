import { afterEach, describe, expect, it } from 'vitest';

import { mailServerAt } from '#adapters/smtp/mail-server.ts';
import { smtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import { MailInDoubt, MailRefused, MailerUnavailable } from '#application/ports/mailer.ts';
import { answer, openPostOffice } from '#tests/support/post-office.ts';

import { CANARY, IMPATIENT, closeAll, failure, mail, smtpRig } from './rig.ts';

afterEach(closeAll);

const repeating = (code: number, message = `4.2.0 <${CANARY}@example.com> is known to canary-password`) =>
  answer(code, message);

describe('a mail server that says later', () => {
  it.each([421, 450, 451, 452])('with %d for the receiver gets the mail once it takes mail again', async (code) => {
    let isBusy = true;
    const rig = await smtpRig({ onRcptTo: (_to, _session, done) => done(isBusy ? repeating(code) : null) });
    for (let tries = 0; tries < 3; tries += 1) expect(await failure(rig)).toBeInstanceOf(MailerUnavailable);
    isBusy = false;
    await rig.mailer.send(mail());
    expect(rig.postOffice.letters).toHaveLength(1);
  });

  it('with 451 after the whole letter gets the same letter again', async () => {
    const ids: string[] = [];
    const rig = await smtpRig({
      fate: ({ raw }) => {
        ids.push(/^Message-ID: (.*)\r$/im.exec(raw)?.[1] ?? '');
        return ids.length < 3 ? repeating(451) : 'take';
      },
    });
    expect(await failure(rig)).toBeInstanceOf(MailerUnavailable);
    expect(await failure(rig)).toBeInstanceOf(MailerUnavailable);
    await rig.mailer.send(mail());
    expect(ids).toEqual(Array.from({ length: 3 }, () => '<lead-0199-7d1a@homelead.example>'));
  });
});

describe('a mail server that is away', () => {
  it('drops the connection after the letter: in doubt, sent once, and again only when asked to, with the same id', async () => {
    const raws: string[] = [];
    const rig = await smtpRig({ fate: ({ raw }) => (raws.push(raw) === 1 ? 'drop' : 'take') });
    expect(await failure(rig)).toBeInstanceOf(MailInDoubt);
    expect(raws).toHaveLength(1);
    await rig.mailer.send(mail());
    expect(raws.map((raw) => /^Message-ID: (.*)\r$/im.exec(raw)?.[1])).toEqual([
      '<lead-0199-7d1a@homelead.example>',
      '<lead-0199-7d1a@homelead.example>',
    ]);
    expect(rig.postOffice.letters).toHaveLength(1);
  });

  it.each([
    ['never answers to the receiver', { onRcptTo: () => {} }],
    ['never answers to the letter', { fate: () => 'hang' as const }],
    ['never answers to a sign-in', { onAuth: () => {} }, 'shop:canary-password@'],
  ])('%s: in doubt after its time', async (_name, habits, login = '') => {
    const rig = await smtpRig(habits, { times: IMPATIENT, login });
    expect(await failure(rig)).toEqual(new MailInDoubt('the mail server fell silent (ETIMEDOUT, CONN)'));
    expect(rig.postOffice.letters).toEqual([]);
  });

  it('never greets: in doubt after the time for that, which is not the one for silence', async () => {
    const rig = await smtpRig(
      { onConnect: () => {} },
      { times: { ...IMPATIENT, connection: 60_000, silence: 60_000 } },
    );
    expect(await failure(rig)).toEqual(new MailInDoubt('the mail server fell silent (ETIMEDOUT, CONN)'));
  });

  it('talks for ever without an end: in doubt after the time for one mail', async () => {
    const rig = await smtpRig(
      { fate: () => 'hang' },
      { times: { connection: 60_000, greeting: 60_000, silence: 60_000, mail: 300 } },
    );
    expect(await failure(rig)).toEqual(new MailInDoubt('the mail server fell silent (EABORT)'));
  });

  it('listens no more', async () => {
    const { port, close } = await openPostOffice();
    await close();
    const server = mailServerAt(`smtp://127.0.0.1:${port}`);
    if (server === undefined) throw new Error('the address of the mail server is none');
    const from = { name: '', address: 'leads@homelead.example' };
    const gone = smtpMailer({ server, from, mustEncrypt: false, connections: 1, signature: undefined });
    expect(await failure(gone)).toEqual(
      new MailerUnavailable('the mail server cannot be reached (ESOCKET, ECONNREFUSED, CONN)'),
    );
    await expect(gone.greet()).rejects.toThrow(MailerUnavailable);
    gone.close();
  });

  it('ends the connections that were kept: the next mail goes over a new one', async () => {
    const rig = await smtpRig({}, { connections: 1 });
    await rig.mailer.send(mail());
    rig.postOffice.hangUp();
    await rig.mailer.send(mail({ id: 'lead-2' }));
    expect(rig.postOffice.letters).toHaveLength(2);
  });

  it('does not know us (535): unavailable, because the next mail would fare alike', async () => {
    const rig = await smtpRig(
      { onAuth: (_auth, _session, done) => done(repeating(535)) },
      { login: 'shop:canary-password@' },
    );
    expect(await failure(rig)).toBeInstanceOf(MailerUnavailable);
    await expect(rig.greet()).rejects.toThrow(MailerUnavailable);
  });

  it('offers no sign-in although we have one: unavailable, and nothing is sent as nobody', async () => {
    const rig = await smtpRig({ disabledCommands: ['AUTH', 'STARTTLS'] }, { login: 'shop:canary-password@' });
    expect(await failure(rig)).toBeInstanceOf(MailerUnavailable);
    expect(rig.postOffice.letters).toEqual([]);
  });

  it.each([503, 530, 534, 535, 538])('answers %d to the receiver, which is about the session', async (code) => {
    const rig = await smtpRig({ onRcptTo: (_to, _session, done) => done(repeating(code)) });
    expect(await failure(rig)).toBeInstanceOf(MailerUnavailable);
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
    expect(await failure(rig)).toBeInstanceOf(MailerUnavailable);
  });

  it('says at the greeting that it takes no mail (554)', async () => {
    const rig = await smtpRig({ onConnect: (_session, done) => done(repeating(554)) });
    expect(await failure(rig)).toBeInstanceOf(MailerUnavailable);
  });
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
