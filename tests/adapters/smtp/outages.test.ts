import { afterEach, describe, expect, it } from 'vitest';

import { mailServerAt } from '#adapters/smtp/mail-server.ts';
import { TIMES, smtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import { MailInDoubt, MailerUnavailable } from '#application/ports/mailer.ts';
import { PATIENCE, mail } from '#tests/contracts/mailer-rig.ts';
import { MAIL_PATIENCE } from '#config/running-settings.ts';
import { openPostOffice } from '#tests/support/post-office.ts';

import { IMPATIENT, closeAll, expectUntaken, failure, repeating, smtpRig } from './rig.ts';

afterEach(closeAll);

const mailerTo = (address: string) => {
  const server = mailServerAt(address);
  if (server === undefined) throw new Error('the address of the mail server is none');
  const from = { name: '', address: 'leads@homelead.example' };
  return smtpMailer({ server, from, mustEncrypt: false, connections: 1, signature: undefined, patience: PATIENCE });
};

const NOT_REACHED = new MailerUnavailable('the mail server cannot be reached (ETIMEDOUT, CONN)');

describe('a mail server that says later', () => {
  it.each([421, 450, 451, 452])('with %d for the receiver gets the mail once it takes mail again', async (code) => {
    let isBusy = true;
    const rig = await smtpRig({ onRcptTo: (_to, _session, done) => done(isBusy ? repeating(code) : null) });
    for (let tries = 0; tries < 3; tries += 1) expectUntaken(await failure(rig));
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
    expectUntaken(await failure(rig));
    expectUntaken(await failure(rig));
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

  it('never greets: unavailable after the time for that, which is not the one for silence', async () => {
    const rig = await smtpRig(
      { onConnect: () => {} },
      { times: { ...IMPATIENT, connection: 60_000, silence: 60_000 } },
    );
    expect(await failure(rig)).toEqual(NOT_REACHED);
  });

  it('is reached and says nothing: unavailable after the time for a connection, whatever the others are', async () => {
    const rig = await smtpRig(
      { onConnect: () => {} },
      { times: { connection: 300, greeting: 60_000, silence: 60_000 } },
    );
    expect(await failure(rig)).toEqual(NOT_REACHED);
  });

  it('is given up in its own times: each step before the whole mail', () => {
    expect(TIMES.connection + TIMES.greeting).toBeLessThan(MAIL_PATIENCE);
    expect(TIMES.silence).toBeLessThan(MAIL_PATIENCE);
  });

  it('talks for ever without an end: in doubt after the time for one mail', async () => {
    const rig = await smtpRig(
      { fate: () => 'hang' },
      { times: { connection: 60_000, greeting: 60_000, silence: 60_000 }, patience: 300 },
    );
    expect(await failure(rig)).toEqual(new MailInDoubt('the mail server fell silent (EABORT)'));
  });

  it('listens no more', async () => {
    const { port, close } = await openPostOffice();
    await close();
    const gone = mailerTo(`smtp://127.0.0.1:${port}`);
    expect(await failure(gone)).toEqual(
      new MailerUnavailable('the mail server cannot be reached (ESOCKET, ECONNREFUSED, CONN)'),
    );
    await expect(gone.greet()).rejects.toThrow(MailerUnavailable);
    gone.close();
  });

  it('has no name in the network: unavailable, as nothing has left us', async () => {
    const nowhere = mailerTo('smtp://mail.invalid');
    const error = await failure(nowhere);
    expectUntaken(error);
    expect(error).toMatchObject({ message: expect.stringMatching(/cannot be reached \(.*EDNS/) as unknown });
    nowhere.close();
  });

  it('ends each connection before it greets: a mail asks twice and is left to the queue', async () => {
    let connections = 0;
    const rig = await smtpRig({
      onConnect: () => {
        connections += 1;
        rig.postOffice.hangUp();
      },
    });
    expectUntaken(await failure(rig));
    expect(connections).toBe(2);
  });

  it('ends the connections that were kept: the next mail goes over a new one', async () => {
    const rig = await smtpRig({}, { connections: 1 });
    await rig.mailer.send(mail());
    rig.postOffice.hangUp();
    await rig.mailer.send(mail({ id: 'lead-2' }));
    expect(rig.postOffice.letters).toHaveLength(2);
  });
});
