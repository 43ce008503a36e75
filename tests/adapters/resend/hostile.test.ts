import fc from 'fast-check';
import { expect, it } from 'vitest';

import { MailRefused } from '#application/ports/mailer.ts';
import { mail } from '#tests/contracts/mailer-rig.ts';
import { aHostileMail, written } from '#tests/support/hostile-mail.ts';
import { holds } from '#tests/support/property.ts';

import { interceptResend, resendRig } from './rig.ts';

interceptResend();

const REQUEST_LINES = ['authorization', 'content-type', 'idempotency-key', 'user-agent'];
const BY_FETCH = [
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'host',
  'sec-fetch-mode',
];

it('the letter has exactly the one receiver, whatever the mail holds, and neither it nor the request a line of its own (C37)', async () => {
  let sent = 0;
  await holds(
    fc.asyncProperty(aHostileMail(), async (hostile) => {
      const { mailer, double } = resendRig();
      const outcome: unknown = await mailer.send(mail(hostile)).then(
        () => 'sent',
        (error: unknown) => error,
      );
      if (outcome !== 'sent') {
        expect(outcome).toBeInstanceOf(MailRefused);
        expect(double.asked).toEqual([]);
        return;
      }
      sent += 1;
      const [letter, ...more] = double.outbox;
      expect(more).toEqual([]);
      const { replyTo } = hostile;
      const { to, reply_to: answerTo, subject, text, html, ...rest } = letter?.fields ?? {};
      expect((to as readonly string[]).map(written)).toEqual([written(hostile.to)]);
      expect(typeof answerTo === 'string' ? written(answerTo) : answerTo).toBe(replyTo && written(replyTo));
      expect([subject, text, html]).toEqual(
        [hostile.subject, hostile.text, hostile.html].map((one) => one.toWellFormed()),
      );
      expect(rest).toEqual({
        from: 'Homelead <leads@homelead.example>',
        headers: { 'X-Entity-Ref-ID': hostile.id, 'Auto-Submitted': 'auto-generated' },
      });
      const [{ headers } = { headers: new Headers() }] = double.asked;
      const names = [...headers.keys()].filter((name) => !BY_FETCH.includes(name));
      expect(names.toSorted()).toEqual(REQUEST_LINES);
      expect(headers.get('idempotency-key')).toMatch(/^[A-Za-z0-9.-]{1,200}\/[\w-]{43}$/);
    }),
    { numRuns: 2_000 },
  );
  // A mailer that refuses everything would pass as well.
  expect(sent).toBeGreaterThan(100);
}, 120_000);
