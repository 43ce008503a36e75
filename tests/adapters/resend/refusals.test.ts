import { afterEach, describe, expect, it } from 'vitest';

import { MailRefused, MailerUnavailable } from '#application/ports/mailer.ts';
import { mail } from '#tests/contracts/mailer-rig.ts';

import { failing } from './double.ts';
import { closeAll, expectUntaken, failure, servedRig } from './rig.ts';

afterEach(closeAll);

describe('a mail service that refuses us, and not the letter', () => {
  it.each([
    [
      403,
      'The homelead.example domain is not verified. Please, add and verify your domain on https://resend.com/domains',
    ],
    [
      403,
      'You can only send testing emails to your own email address. To send emails to other recipients, verify a domain',
    ],
    [403, 'The `to` address may only be your own before a domain is verified.'],
    [422, 'Invalid `from` field. The email address needs to follow the `email@example.com` format.'],
    [422, 'Invalid `headers` field.'],
    [400, 'We found an error with one or more fields in the request.'],
  ])(
    'with %d %s for a validation error speaks of what every letter has, and loses no mail',
    async (status, message) => {
      const rig = await servedRig();
      rig.double.trouble(failing(status, 'validation_error', message));
      expectUntaken(await failure(rig));
      await rig.mailer.send(mail());
      expect(rig.double.outbox).toHaveLength(1);
    },
  );
});

describe('a mail service that says never', () => {
  it.each([
    [422, 'Invalid `to` field. Please use our testing email address instead of domains like `example.com`.'],
    [422, 'Invalid `reply_to` field. The email address needs to follow the `email@example.com` format.'],
    [400, 'Invalid `subject` field.'],
    [422, 'Invalid `text` field.'],
    [422, 'Invalid `html` field.'],
    [413, 'Too large'],
  ])('with %d %s of the letter refuses the mail, and takes the next one', async (status, message) => {
    const rig = await servedRig();
    rig.double.trouble(failing(status, 'validation_error', message));
    expect(await failure(rig)).toEqual(
      new MailRefused(`the mail service refused the mail (${status}, validation_error)`),
    );
    await rig.mailer.send(mail());
    expect(rig.double.outbox).toHaveLength(1);
  });

  it('of a receiver that it takes for none', async () => {
    const rig = await servedRig();
    await expect(rig.mailer.send(mail({ to: 'zoë@example.com' }))).resolves.toBeUndefined();
    rig.double.trouble(failing(422, 'validation_error', 'Invalid `to` field.'));
    await expect(rig.mailer.send(mail())).rejects.toThrow(MailRefused);
  });

  it('is quoted with numbers and with the kinds of errors that we know, only', async () => {
    const rig = await servedRig();
    rig.double.trouble(failing(422, 'canary_jane'));
    expect(await failure(rig)).toEqual(new MailerUnavailable('the mail service takes no mail now (422)'));
  });
});
