import { afterEach, describe, expect, it } from 'vitest';

import { MailInDoubt, MailerUnavailable } from '#application/ports/mailer.ts';
import { mail } from '#tests/contracts/mailer-rig.ts';
import { endlessAnswers } from '#tests/support/endless-answer.ts';

import { failing } from './double.ts';
import { closeAll, expectUntaken, failure, resendRig, servedRig } from './rig.ts';

afterEach(closeAll);

describe('a mail service that says later', () => {
  it.each([
    [429, 'rate_limit_exceeded'],
    [429, 'daily_quota_exceeded'],
    [429, 'monthly_quota_exceeded'],
    [503, 'application_error'],
  ])('with %d %s gets the mail once it takes mail again', async (status, name) => {
    const rig = await servedRig();
    rig.double.trouble(...Array.from({ length: 3 }, () => failing(status, name)));
    for (let tries = 0; tries < 3; tries += 1) expectUntaken(await failure(rig));
    await rig.mailer.send(mail());
    expect(rig.double.outbox).toHaveLength(1);
  });

  it.each([
    [401, 'missing_api_key'],
    [401, 'restricted_api_key'],
    [403, 'invalid_api_key'],
    [403, 'suspended_api_key'],
    [403, 'validation_error'],
    [403, 'invalid_from_address'],
    [404, 'not_found'],
    [422, 'missing_required_field'],
    [451, 'security_error'],
  ])('with %d %s is for an operator to mend, and loses no mail', async (status, name) => {
    const rig = await servedRig();
    rig.double.trouble(failing(status, name));
    expectUntaken(await failure(rig));
    await rig.mailer.send(mail());
    expect(rig.double.outbox).toHaveLength(1);
  });

  it('about the sender, who is ours to set right', async () => {
    const rig = await servedRig({ from: { name: '', address: 'leads' } });
    expectUntaken(await failure(rig));
    expect(rig.double.outbox).toEqual([]);
  });

  it('knows another key', async () => {
    const rig = await servedRig({ apiKey: 're_canary_of_another' });
    expect(await failure(rig)).toEqual(
      new MailerUnavailable('the mail service takes no mail now (403, invalid_api_key)'),
    );
  });
});

describe('a mail service that is away', () => {
  it('loses the answer after it has taken the mail: in doubt, and the same mail again is not sent twice', async () => {
    const rig = await servedRig();
    rig.double.trouble('drops the answer');
    await expect(rig.mailer.send(mail())).rejects.toThrow(MailInDoubt);
    await rig.mailer.send(mail());
    await rig.mailer.send(mail());
    expect(rig.double.outbox).toHaveLength(1);
    expect(new Set(rig.double.asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('sends a letter whose words have changed since the answer was lost, as a release in between may do it', async () => {
    const rig = await servedRig();
    rig.double.trouble('drops the answer');
    await expect(rig.mailer.send(mail({ text: 'old words' }))).rejects.toThrow(MailInDoubt);
    await rig.mailer.send(mail({ text: 'new words' }));
    expect(rig.double.outbox.map(({ fields }) => fields['text'])).toEqual(['old words', 'new words']);
    expect(new Set(rig.double.outbox.map(({ fields }) => JSON.stringify(fields['headers']))).size).toBe(1);
  });

  it('never answers: in doubt after its time', async () => {
    const rig = await servedRig({ patience: 300 });
    rig.double.trouble('never answers');
    expect(await failure(rig)).toEqual(new MailInDoubt('the mail service fell silent (ETIMEDOUT)'));
  });

  it('hangs up at once: in doubt, because nobody knows what it has read', async () => {
    const rig = await servedRig();
    rig.double.trouble('hangs up at once');
    expect(await failure(rig)).toBeInstanceOf(MailInDoubt);
    expect(rig.double.outbox).toEqual([]);
  });

  it.each([500, 502, 504])(
    'answers %d: in doubt, because a proxy may say so of a mail that was taken',
    async (status) => {
      const rig = await servedRig();
      rig.double.trouble(failing(status, 'internal_server_error'));
      expect(await failure(rig)).toBeInstanceOf(MailInDoubt);
      await rig.mailer.send(mail());
      expect(rig.double.outbox).toHaveLength(1);
    },
  );

  it.each(['concurrent_idempotent_requests', 'invalid_idempotent_request'])(
    'answers 409 %s: in doubt, because something is on its way under this key',
    async (name) => {
      const rig = await servedRig();
      rig.double.trouble(failing(409, name));
      expect(await failure(rig)).toBeInstanceOf(MailInDoubt);
    },
  );

  it.each(['<h1>Sign in to the hotel’s network, canary-jane</h1>', '{}', 'null', '"id"', '{"id":7}', ''])(
    'answers 200 with %s, which is no word of the service’s: in doubt',
    async (text) => {
      const rig = await servedRig();
      rig.double.trouble({ status: 200, text });
      expect(await failure(rig)).toEqual(new MailInDoubt('the mail service did not say that it took the mail (200)'));
    },
  );

  it.each([301, 302, 303, 307, 308])(
    'answers %d: it has taken nothing, and nobody else gets the mail',
    async (status) => {
      const [rig, elsewhere] = [await servedRig(), await servedRig()];
      rig.double.trouble({ status, text: '', headers: { location: `${elsewhere.url}/emails` } });
      expectUntaken(await failure(rig));
      expect([rig.double.asked.length, elsewhere.double.asked.length]).toEqual([1, 0]);
    },
  );

  it.each([
    [200, new MailInDoubt('the mail service did not say that it took the mail (200)')],
    [429, new MailerUnavailable('the mail service takes no mail now (429)')],
  ])('answers %d without an end: its beginning is read', async (status, expected) => {
    const { url, sent, close } = await endlessAnswers(status);
    const { mailer } = resendRig({ apiUrl: url, patience: 20_000 });
    expect(await failure({ mailer })).toEqual(expected);
    expect(sent()).toBeLessThan(8_000_000);
    await close();
  });

  it('listens no more', async () => {
    const rig = await servedRig();
    await rig.close();
    expect(await failure(rig)).toEqual(new MailerUnavailable('the mail service cannot be reached (ECONNREFUSED)'));
  });

  it('has no name in the network', async () => {
    const rig = await servedRig({ apiUrl: 'http://mail.invalid' });
    expectUntaken(await failure(rig));
  });
});
