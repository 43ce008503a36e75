import { afterEach, describe, expect, it } from 'vitest';

import type { SmtpSettings } from '#adapters/smtp/smtp-mailer.ts';
import type { Mail } from '#application/ports/mailer.ts';
import { mail } from '#tests/contracts/mailer-rig.ts';
import { opened } from '#tests/support/post-office.ts';

import { closeAll, smtpRig } from './rig.ts';

afterEach(closeAll);

const arriving = async (changes: Partial<Mail> = {}, settings: Partial<SmtpSettings> = {}) => {
  const { mailer, postOffice } = await smtpRig({}, settings);
  await mailer.send(mail(changes));
  const [letter] = postOffice.letters;
  if (letter === undefined) throw new Error('no letter arrived');
  return { letter, email: await opened(letter) };
};

const bare = (text = '') => text.replaceAll('\r\n', '\n').trim();

describe('a letter', () => {
  it('has a name and an address that it is from, and a line that keeps absence notes away', async () => {
    const { letter, email } = await arriving();
    expect(letter.from).toBe('leads@homelead.example');
    expect(email.from).toMatchObject({ name: 'Homelead', address: 'leads@homelead.example' });
    expect(email.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  it('has the lines that it needs and none that tells of the program', async () => {
    const { email } = await arriving({ replyTo: 'sam@example.org' });
    expect(email.headers.map(({ key }) => key).sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ]);
  });

  it.each(['Zoë & Søn, "Häuser" GmbH', '漢字 🏡', 'Comma, Inc.', 'a'.repeat(300), ''])(
    'is from whatever name is set: %s',
    async (name) => {
      const { email } = await arriving({}, { from: { name, address: 'leads@homelead.example' } });
      expect(email.from).toMatchObject({ name, address: 'leads@homelead.example' });
    },
  );

  it.each([
    ['a line of 5,000 characters without a space', 'x'.repeat(5_000)],
    ['a line of 5,000 characters of another script', '漢'.repeat(5_000)],
    ['lines that are a dot, or begin with one', '.\n..\n.x\n\n.\nend'],
    ['spaces at the ends of lines', 'one  \ntwo\t\n-- \nthree'],
    ['line ends of every kind', 'one\r\ntwo\nthree\r\nfour'],
    ['lines that look like headers', 'Subject: no\nBcc: evil@example.org\n\nFrom: x'],
    ['lines that look like a part’s border', '----_NmP-0\n--\nContent-Type: text/html\n\n<b>no</b>'],
    ['quoted-printable as such', '=20=\n=3D =?utf-8?q?x?='],
    ['nothing', ''],
  ])('keeps %s', async (_name, text) => {
    const { email } = await arriving({ text, html: `<pre>${text}</pre>` });
    expect(bare(email.text)).toBe(bare(text));
    expect(bare(email.html)).toBe(bare(`<pre>${text}</pre>`));
    expect(email.attachments).toEqual([]);
  });

  it.each([
    ['Ω'.repeat(200)],
    [`Your lead in ${'Truth or Consequences, '.repeat(10)}NM`],
    ['🏡'.repeat(60)],
    ['a'.repeat(500)],
    ['path:/etc/passwd'],
    ['[object Object]'],
  ])('keeps the subject %s', async (subject) => {
    expect((await arriving({ subject })).email.subject).toBe(subject);
  });

  it.each([
    ['an address of another script', 'zoë@example.com'],
    ['a domain of another script', 'sam@bücher.example'],
    ['an address with signs', "o'brien+leads!%=?{x}|~@example.com"],
    ['an address that looks like an encoded word', '=?utf-8?q?a=40evil.example?=@example.com'],
  ])('goes to %s', async (_name, to) => {
    expect((await arriving({ to })).letter.to).toEqual([to]);
  });

  it.each(['sam@exa＠mple.com', 'sam@１.２.３.４', 'sam@exa℀mple.com', 'sam@xn--a.exa⁄mple.com'])(
    'goes to no look-alike of an address: %s',
    async (to) => {
      await expect(arriving({ to })).rejects.toThrow('the receiver is not one e-mail address');
    },
  );
});
