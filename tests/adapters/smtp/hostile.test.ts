import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';

import { MailRefused } from '#application/ports/mailer.ts';
import { mail } from '#tests/contracts/mailer-rig.ts';
import { aHostileMail, written } from '#tests/support/hostile-mail.ts';
import { opened } from '#tests/support/post-office.ts';
import { holds } from '#tests/support/property.ts';

import { closeAll, smtpRig } from './rig.ts';

afterEach(closeAll);

const LINES = new Set([
  'auto-submitted',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
]);

it('the envelope has exactly the one receiver, whatever the mail holds, and the letter no line of its own (C37)', async () => {
  const named: string[] = [];
  const { mailer, postOffice } = await smtpRig({
    onRcptTo: ({ address }, _session, done) => {
      named.push(address);
      done();
    },
  });
  let sent = 0;
  await holds(
    fc.asyncProperty(aHostileMail(), async (hostile) => {
      named.length = 0;
      postOffice.letters.length = 0;
      const outcome: unknown = await mailer.send(mail(hostile)).then(
        () => 'sent',
        (error: unknown) => error,
      );
      if (outcome !== 'sent') {
        expect(outcome).toBeInstanceOf(MailRefused);
        expect(named).toEqual([]);
        return;
      }
      sent += 1;
      expect(named.map(written)).toEqual([written(hostile.to)]);
      const [letter, ...more] = postOffice.letters;
      expect(more).toEqual([]);
      if (letter === undefined) throw new Error('no letter arrived');
      const email = await opened(letter);
      const lines = email.headers.map(({ key }) => key);
      expect(lines).toHaveLength(new Set(lines).size);
      expect(lines.filter((line) => !LINES.has(line))).toEqual([]);
      expect(email.to?.map(({ address = '' }) => written(address))).toEqual([written(hostile.to)]);
      expect(email.replyTo?.map(({ address = '' }) => written(address))).toEqual(
        hostile.replyTo === undefined ? undefined : [written(hostile.replyTo)],
      );
    }),
    { numRuns: 2_000 },
  );
  // A mailer that refuses everything would pass as well.
  expect(sent).toBeGreaterThan(100);
}, 120_000);
