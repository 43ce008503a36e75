import { generateKeyPairSync } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { afterEach, describe, expect, it, onTestFinished } from 'vitest';

import { MailerUnavailable } from '#application/ports/mailer.ts';
import { mail } from '#tests/contracts/mailer-rig.ts';
import { selfSigned } from '#tests/support/certificate.ts';
import { answer, opened } from '#tests/support/post-office.ts';

import { closeAll, expectUntaken, failure, smtpRig } from './rig.ts';

afterEach(closeAll);

describe('encryption', () => {
  const certificate = selfSigned();
  const encrypting = { disabledCommands: [], ...certificate };

  const trusted = (): void => {
    const before = getCACertificates();
    setDefaultCACertificates([...before, certificate.cert]);
    onTestFinished(() => setDefaultCACertificates(before));
  };

  it('that is required and not offered: unavailable, and not a word of the mail is said', async () => {
    const rig = await smtpRig({}, { mustEncrypt: true });
    expectUntaken(await failure(rig));
    expect(rig.postOffice.letters).toEqual([]);
  });

  it.each(['smtp', 'smtps'] as const)(
    'that is required does with no certificate but a valid one: %s',
    async (scheme) => {
      const rig = await smtpRig({ ...encrypting, secure: scheme === 'smtps' }, { mustEncrypt: true, scheme });
      expectUntaken(await failure(rig));
      expect(rig.postOffice.letters).toEqual([]);
      trusted();
      await rig.mailer.send(mail());
      expect(rig.postOffice.letters.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
    },
  );

  it.each(['smtp', 'smtps'] as const)('is used wherever it is offered: %s', async (scheme) => {
    const rig = await smtpRig({ ...encrypting, secure: scheme === 'smtps' }, { scheme });
    await rig.mailer.send(mail());
    expect(rig.postOffice.letters.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
  });
});

describe('a mailer', () => {
  it.each(['smtp', 'smtps'] as const)(
    'greets with the domain that it sends from, and not with what its machine is called (%s)',
    async (scheme) => {
      const certificate = selfSigned();
      const rig = await smtpRig(
        { ...certificate, secure: scheme === 'smtps' },
        { scheme, from: { name: '', address: 'leads@mail.homelead.example' } },
      );
      await rig.mailer.send(mail());
      expect(rig.postOffice.letters.map(({ greeting }) => greeting)).toEqual(['mail.homelead.example']);
    },
  );

  it('signs in with user and password of the address', async () => {
    const rig = await smtpRig(
      {
        authOptional: false,
        onAuth: ({ username, password }, _session, done) =>
          password === 'p@ss:w/rd' ? done(null, { user: username }) : done(answer(535, 'no')),
      },
      { login: 'shop%40homelead.example:p%40ss%3Aw%2Frd@' },
    );
    await rig.greet();
    await rig.mailer.send(mail());
    expect(rig.postOffice.letters.map(({ user }) => user)).toEqual(['shop@homelead.example']);
  });

  it('keeps no more connections than it is told, and uses them again', async () => {
    let most = 0;
    let made = 0;
    const rig = await smtpRig(
      {
        onConnect: (_session, done) => {
          made += 1;
          most = Math.max(most, rig.postOffice.connections());
          done();
        },
      },
      { connections: 2 },
    );
    await Promise.all(Array.from({ length: 10 }, (_, index) => rig.mailer.send(mail({ id: `lead-${index}` }))));
    expect(rig.postOffice.letters).toHaveLength(10);
    expect([most, made]).toEqual([2, 2]);
  });

  it('that is closed ends its connections, lets the mails on their way arrive and takes no more', async () => {
    let isOnItsWay = (): void => {};
    const onItsWay = new Promise<void>((resolve) => (isOnItsWay = resolve));
    let goOn = (): void => {};
    const rig = await smtpRig({
      onRcptTo: (_to, _session, done) => {
        goOn = done;
        isOnItsWay();
      },
    });
    const sent = rig.mailer.send(mail());
    await onItsWay;
    rig.close();
    goOn();
    await sent;
    expect(rig.postOffice.letters).toHaveLength(1);
    await expect.poll(rig.postOffice.connections).toBe(0);
    expect(await failure(rig)).toBeInstanceOf(MailerUnavailable);
  });

  it('signs by DKIM what it sends', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2_048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const rig = await smtpRig({}, { signature: { domain: 'homelead.example', selector: 'mail2026', privateKey } });
    await rig.mailer.send(mail());
    const [letter] = rig.postOffice.letters;
    const { headers = [] } = letter === undefined ? {} : await opened(letter);
    const signed = headers.find(({ key }) => key === 'dkim-signature')?.value.replaceAll(/\s/g, '') ?? '';
    expect(signed).toMatch(
      /^v=1;a=rsa-sha256;c=relaxed\/relaxed;d=homelead\.example;q=dns\/txt;s=mail2026;bh=[^;]+;h=from:.*;b=.{300,}/,
    );
  });
});
