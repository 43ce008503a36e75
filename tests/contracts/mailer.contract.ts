import { beforeEach, describe, expect, it } from 'vitest';

import { MailRefused } from '#application/ports/mailer.ts';

import { bringsMailsAsGiven } from './mailer-as-given.ts';
import { survivesBadDays } from './mailer-bad-days.ts';
import { PATIENCE, bare, mail, toldBy } from './mailer-rig.ts';
import type { MailerRig, MakeMailer } from './mailer-rig.ts';

/** What every mailer must do. */
export const mailerContract = (name: string, make: MakeMailer): void => {
  describe(`${name} as mailer`, () => {
    let rig: MailerRig;

    beforeEach(async () => {
      rig = await make(PATIENCE);
    });

    it('brings one mail to one receiver, with both of its parts', async () => {
      await rig.mailer.send(mail());
      const received = await rig.received();
      expect(received).toHaveLength(1);
      const [only] = received;
      expect(only).toMatchObject({
        id: 'lead-0199-7d1a',
        to: ['dana.reyes@example.com'],
        from: rig.from,
        replyTo: undefined,
        subject: 'Your lead in Austin, TX (HL-7K2M-9QXD)',
      });
      expect(bare(only?.text ?? '')).toBe(bare(mail().text));
      expect(bare(only?.html ?? '')).toBe(bare(mail().html));
    });

    it('sends also where `send` is called by itself, as whatever goes round a mailer may do: it uses no `this`', async () => {
      const { send } = rig.mailer;
      await send(mail());
      expect(await rig.received()).toHaveLength(1);
    });

    it('names the address to answer to', async () => {
      await rig.mailer.send(mail({ replyTo: 'sam@example.org' }));
      expect((await rig.received())[0]?.replyTo).toBe('sam@example.org');
    });

    it('marks what the shop writes as written by a program, and never what a person wrote', async () => {
      await rig.mailer.send(mail());
      await rig.mailer.send(mail({ id: 'contact-0199-7d1b', writtenBy: 'person' }));
      const marks = (await rig.received()).map(({ id, writtenBy }) => [id, writtenBy]);
      expect(marks).toEqual([
        ['lead-0199-7d1a', 'shop'],
        ['contact-0199-7d1b', 'person'],
      ]);
    });

    it('keeps every letter of every script, and what only looks like mark-up', async () => {
      const text = 'Zoë O’Brien, 漢字 🏡, 100 % "Null" <b>not bold</b> &amp;\n.\n.a line with a dot\nFrom here on\n';
      const subject = 'Käufer in Coeur d’Alene, 漢字 🏡 & "more" =?utf-8?q?x?=';
      await rig.mailer.send(mail({ subject, text, html: `<p>${text}</p>` }));
      const [only] = await rig.received();
      expect(only?.subject).toBe(subject);
      expect(bare(only?.text ?? '')).toBe(bare(text));
      expect(bare(only?.html ?? '')).toBe(bare(`<p>${text}</p>`));
    });

    it('gives the same mail the same id when it is sent again, also with new words, which arrive; different mails have different ones', async () => {
      await rig.mailer.send(mail());
      await rig.mailer.send(mail());
      // A release in between may change the words.
      await rig.mailer.send(mail({ text: 'Name: Jo Parker\n', html: '<p>Name: Jo Parker</p>' }));
      await rig.mailer.send(mail({ id: 'lost-0199-7d1b', to: 'sam@example.org' }));
      const received = await rig.received();
      expect(new Set(received.map(({ id }) => id))).toEqual(new Set(['lead-0199-7d1a', 'lost-0199-7d1b']));
      expect(received.map(({ text }) => bare(text))).toContain('Name: Jo Parker');
    });

    it('refuses a receiver that is not exactly one address', async () => {
      const hostile = [
        '',
        'nobody',
        'a@example.com, b@example.com',
        'a@example.com;b@example.com',
        'Dana <a@example.com>',

        'a@example.com\r\nBcc: b@example.com',
        'a@example.com\0',
        'a@exa\u0001mple.com',
        `${'a'.repeat(300)}@example.com`,
      ];
      for (const to of hostile) await expect(rig.mailer.send(mail({ to }))).rejects.toThrow(MailRefused);
      for (const replyTo of hostile) await expect(rig.mailer.send(mail({ replyTo }))).rejects.toThrow(MailRefused);
      expect(await rig.received()).toEqual([]);
    });

    it('refuses a subject that is more than one line', async () => {
      for (const subject of ['Hello\r\nBcc: b@example.com', 'Hello\nthere', 'Hello\0', 'Hello\u2028there'])
        await expect(rig.mailer.send(mail({ subject }))).rejects.toThrow(MailRefused);
      expect(await rig.received()).toEqual([]);
    });

    it('says nothing of the mail, and no secret, when it refuses one', async () => {
      const canary = 'canary-jane';
      const changes = [
        { to: `${canary}@` },
        { replyTo: `${canary}, x` },
        { subject: `${canary}\n` },
        { id: `${canary}@` },
      ];
      for (const change of changes) {
        const error: unknown = await rig.mailer.send(mail(change)).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(MailRefused);
        expect(toldBy(error, [canary, ...rig.secrets])).toEqual([]);
      }
    });

    it('refuses an id that could be more than an id', async () => {
      for (const id of ['', 'a b', 'a@b', 'a>\r\nBcc: b@example.com', '../a', 'ä'])
        await expect(rig.mailer.send(mail({ id }))).rejects.toThrow(MailRefused);
      expect(await rig.received()).toEqual([]);
    });

    bringsMailsAsGiven(make);
    survivesBadDays(make);
  });
};
