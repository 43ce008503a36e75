import { domainToASCII } from 'node:url';

import { beforeEach, describe, expect, it } from 'vitest';

import { MailRefused } from '#application/ports/mailer.ts';
import type { Mail } from '#application/ports/mailer.ts';

import { PATIENCE, bare, mail } from './mailer-rig.ts';
import type { MailerRig, MakeMailer, Received } from './mailer-rig.ts';
import { RARE_ADDRESSES } from './payment-rig.ts';

/** As long as an id may be. Ids of this length differ only at the end. */
const LONG_ID = `lead-${'0199-7d1a.'.repeat(20)}`.slice(0, 199);

/**
 * An address with its domain as the network writes it, in lower case. The part before the `@` belongs to the receiver's server, and
 * stays.
 */
const inNetwork = (address: string): string => {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
};

/** Whether something beyond ASCII stands before the `@`: only servers with SMTPUTF8 take that. */
const hasRareName = (address: string): boolean => /[^\x20-\x7e].*@/.test(address);

/** The parts of a mail that are compared with what has arrived. */
const sent = ({ to, replyTo, subject, text, html, writtenBy }: Mail) => ({
  to: [to],
  replyTo,
  subject,
  text: bare(text),
  html: bare(html),
  writtenBy,
});
const come = ({ to, replyTo, subject, text, html, writtenBy }: Received) => ({
  to,
  replyTo,
  subject,
  text: bare(text),
  html: bare(html),
  writtenBy,
});

/** A mail arrives as the shop has given it, without any part of another mail. */
export const bringsMailsAsGiven = (make: MakeMailer): void => {
  describe('as the shop has given it', () => {
    let rig: MailerRig;

    beforeEach(async () => {
      rig = await make(PATIENCE);
    });

    const only = async (): Promise<Received> => {
      const [received, ...others] = await rig.received();
      if (received === undefined || others.length > 0) throw new Error('one mail was expected');
      return received;
    };

    it('is each of many mails that leave at once: receiver, answer address, subject, words and mark are its own', async () => {
      const mails = Array.from({ length: 20 }, (_, number) =>
        mail({
          id: `lead-${number}`,
          to: `buyer-${number}@example.com`,
          replyTo: number % 2 === 0 ? undefined : `answer-${number}@example.org`,
          subject: `Your lead ${number}`,
          text: `The words of ${number}\n`,
          html: `<p>The words of ${number}</p>`,
          writtenBy: number % 2 === 0 ? 'shop' : 'person',
        }),
      );
      await Promise.all(mails.map((each) => rig.mailer.send(each)));
      const received = await rig.received();
      expect(received).toHaveLength(20);
      expect(new Map(received.map((each) => [each.id, come(each)]))).toEqual(
        new Map(mails.map((each) => [each.id, sent(each)])),
      );
    });

    it('is the next mail after one with an answer address, by a person: it has none of these', async () => {
      await rig.mailer.send(mail({ id: 'contact-1', replyTo: 'sam@example.org', writtenBy: 'person' }));
      await rig.mailer.send(mail({ id: 'lead-2' }));
      const all = await rig.received();
      expect(all.map(({ id, replyTo, writtenBy }) => [id, replyTo, writtenBy])).toEqual([
        ['contact-1', 'sam@example.org', 'person'],
        ['lead-2', undefined, 'shop'],
      ]);
    });

    it.for([
      ...RARE_ADDRESSES,
      "Dana.O'Reyes+Leads@example.com",
      'x_%&*!#$/=?^`{|}~-@example.com',
      `${'a'.repeat(64)}@example.com`,
    ])('is its address, with each letter and sign before the @: %s', async (address, test) => {
      test.skip(rig.onlyAscii !== undefined && hasRareName(address), rig.onlyAscii);
      await rig.mailer.send(mail({ to: address, replyTo: address }));
      const { to, replyTo = '' } = await only();
      expect([...to, replyTo].map(inNetwork)).toEqual([inNetwork(address), inNetwork(address)]);
    });

    it('or is refused at once, where no letters beyond ASCII may stand before the @: it would be tried for weeks', async (test) => {
      test.skip(rig.onlyAscii === undefined, 'this mailer takes every letter before the @');
      for (const address of RARE_ADDRESSES.filter(hasRareName))
        for (const change of [{ to: address }, { replyTo: address }])
          await expect(rig.mailer.send(mail(change))).rejects.toThrow(MailRefused);
      expect(await rig.received()).toEqual([]);
    });

    it('is its subject, however long', async () => {
      const subject = `Your lead in ${'Llanfairpwllgwyngyll 漢字 🏡  Zoë '.repeat(6)}(HL-7K2M-9QXD)`;
      await rig.mailer.send(mail({ subject }));
      expect((await only()).subject).toBe(subject);
    });

    it('is its id, however long: what differs at its end is another mail', async () => {
      const ids = [`${LONG_ID}x`, `${LONG_ID}y`];
      for (const id of ids) await rig.mailer.send(mail({ id }));
      expect((await rig.received()).map(({ id }) => id)).toEqual(ids);
    });

    it('are its words, with blanks, tabs, empty lines and accents as they are composed', async () => {
      const text = 'Jo  Park\n  indented\n\tby\ta tab\n\n\n\nCafe\u0301 Café ﬁ ① Å\n';
      await rig.mailer.send(mail({ text, html: `<pre>${text}</pre>` }));
      const received = await only();
      expect([bare(received.text), bare(received.html)]).toEqual([bare(text), bare(`<pre>${text}</pre>`)]);
    });

    it('are its words, however long', async () => {
      const text = `${'long '.repeat(2_000)}\n`.repeat(5);
      const html = `<p>${'<b>long</b> '.repeat(20_000)}</p>`;
      await rig.mailer.send(mail({ text, html }));
      const received = await only();
      expect([bare(received.text), bare(received.html)]).toEqual([bare(text), bare(html)]);
    });

    it.for([
      ['half a character', '\uD83C'],
      ['a NUL', '\0'],
    ])('are its words where one of them holds %s, which no mail can hold', async ([, letter]) => {
      await rig.mailer.send(mail({ text: `Jo ${letter} Park\n`, html: `<p>Jo ${letter} Park</p>` }));
      const { text, html } = await only();
      expect([text, html]).toEqual([
        expect.stringMatching(/^Jo [^]* Park/),
        expect.stringMatching(/^<p>Jo [^]* Park</),
      ]);
    });
  });
};
