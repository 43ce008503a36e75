import { domainToASCII } from 'node:url';

import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';

import { MailRefused } from '#application/ports/mailer.ts';
import { opened } from '#tests/support/post-office.ts';
import { holds } from '#tests/support/property.ts';

import { closeAll, mail, smtpRig } from './rig.ts';

afterEach(closeAll);

const HOSTILE = [
  ...['\r\n', '\n', '\r', '\0', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029', '\u200b', '\ufeff', '\ud800', '\u202e'],
  ...[',', ';', ':', '<', '>', '"', '\\', '(', ')', '[', ']', '@', '＠', '．', '℀', '%', '!', '..', ' ', '.', '=', '?'],
  ...[
    'evil@evil.example',
    'Bcc: evil@evil.example',
    '\r\nBcc: evil@evil.example',
    '\r\n.\r\nRCPT TO:<evil@evil.example>',
  ],
  ...[
    '=?utf-8?q?=0D=0ABcc:_evil@evil.example?=',
    '=?utf-8?b?DQpCY2M6IGV2aWxAZXZpbC5leGFtcGxl?=',
    'team: evil@evil.example;',
  ],
  ...['<evil@evil.example>', '> NOTIFY=SUCCESS', '@relay.example:', 'xn--', '\r\n\r\nbody', '--', 'a', 'é', '漢', '🏡'],
] as const;

const aText = (): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 6 })
    .map((parts) => parts.join(''));

/** Mostly almost an address: what is refused at once teaches little. */
const anAddress = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant('dana.reyes@example.com') },
    { weight: 1, arbitrary: aText() },
    { weight: 2, arbitrary: aText().map((text) => `${text}@example.com`) },
    { weight: 2, arbitrary: aText().map((text) => `dana@${text}.example`) },
    { weight: 1, arbitrary: aText().map((text) => `dana@example.com${text}`) },
  );

const orPlain = (plain: string, arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(plain) }, { weight: 1, arbitrary });

const aHostileMail = () =>
  fc.record({
    id: orPlain('lead-0199', aText()),
    to: anAddress(),
    replyTo: fc.option(anAddress(), { nil: undefined }),
    subject: orPlain('Your lead', aText()),
    text: aText(),
    html: aText(),
  });

/** One writing for an address, whichever way its domain is written. */
const written = (address: string): string => {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
};

const LINES = new Set([
  ...['auto-submitted', 'content-transfer-encoding', 'content-type', 'date', 'from', 'message-id', 'mime-version'],
  ...['reply-to', 'subject', 'to'],
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
