import { inspect } from 'node:util';

import { beforeEach, describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';

import { MailInDoubt, MailRefused, MailerUnavailable } from '#application/ports/mailer.ts';
import type { Mail, Mailer } from '#application/ports/mailer.ts';

/** A mail as its receiver has it. */
export type Received = {
  /** The first part of its Message-ID. */
  readonly id: string;
  readonly to: readonly string[];
  /** The address it is from. */
  readonly from: string;
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Whom its mark names as its writer: a program, or nobody says so. */
  readonly writtenBy: Mail['writtenBy'];
};

/** What befalls the next mail, and only that one. */
export type MailTrouble = {
  /** It is told to come later, and was not taken. */
  readonly later: () => void;
  /** The sender is nobody to the mail server: a wrong key or password. */
  readonly 'locked out': () => void;
  /** The sender is known, but may not send as whom it does, or from where. Some servers say so as if of the receiver. */
  readonly 'sender refused': () => void;
  /** The server will never take a mail like this. It says so with the address of the receiver. */
  readonly refuses: () => void;
  /** It is taken, or may be, and the server falls silent before it says so. */
  readonly 'answer lost': () => void;
  /** Nothing listens any more, for this mail and all that follow. */
  readonly unreachable: () => Promise<void>;
};

export type MailerRig = {
  readonly mailer: Mailer;
  /** How trouble is made. Of what a mailer cannot have: why not, which is printed with the cases that are skipped. */
  readonly trouble: MailTrouble | { readonly none: string };
  /** The address that the mailer is set to send from. */
  readonly from: string;
  /** What arrived, oldest first. */
  readonly received: () => Promise<readonly Received[]>;
};

/** What every mailer must do. `make` gives a fresh one with an empty mailbox behind it. */
export const mailerContract = (name: string, make: () => Promise<MailerRig>): void => {
  describe(`${name} as mailer`, () => {
    let rig: MailerRig;

    beforeEach(async () => {
      rig = await make();
    });

    const mail = (changes: Partial<Mail> = {}): Mail => ({
      id: 'lead-0199-7d1a',
      to: 'dana.reyes@example.com',
      replyTo: undefined,
      subject: 'Your lead in Austin, TX (HL-7K2M-9QXD)',
      text: 'Name: Jo Park\nPhone: (512) 555-0142\n',
      html: '<!doctype html><p>Name: <b>Jo Park</b></p>',
      writtenBy: 'shop',
      ...changes,
    });

    const bare = (text: string) => text.replaceAll('\r\n', '\n').trim();

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

    it('keeps long lines and long texts', async () => {
      const text = `${'long '.repeat(2_000)}\n`.repeat(5);
      await rig.mailer.send(mail({ text }));
      expect(bare((await rig.received())[0]?.text ?? '')).toBe(bare(text));
    });

    it('gives the same mail the same id when it is sent again, and different mails different ones', async () => {
      await rig.mailer.send(mail());
      await rig.mailer.send(mail());
      await rig.mailer.send(mail({ id: 'lost-0199-7d1b', to: 'sam@example.org' }));
      const ids = (await rig.received()).map(({ id }) => id);
      expect(new Set(ids)).toEqual(new Set(['lead-0199-7d1a', 'lost-0199-7d1b']));
    });

    it('takes many mails at once', async () => {
      await Promise.all(Array.from({ length: 20 }, (_, index) => rig.mailer.send(mail({ id: `lead-${index}` }))));
      expect(new Set((await rig.received()).map(({ id }) => id)).size).toBe(20);
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

    it('says nothing of the mail when it refuses one', async () => {
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
        expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(canary);
      }
    });

    describe('in trouble', () => {
      const befall = async (test: TestContext, what: keyof MailTrouble): Promise<void> => {
        const { trouble } = rig;
        if ('none' in trouble) test.skip(trouble.none);
        else await trouble[what]();
      };
      /** What `send` throws for one mail. A server is wont to repeat the address in its answers; an error must not. */
      const failure = async (): Promise<unknown> => {
        const to = 'canary-jane@example.com';
        const error: unknown = await rig.mailer.send(mail({ to })).then(
          () => 'the mail was sent',
          (thrown: unknown) => thrown,
        );
        expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('canary-jane');
        return error;
      };
      const ids = async () => (await rig.received()).map(({ id }) => id);

      it.for(['later', 'locked out', 'sender refused'] as const)(
        '(%s) is unavailable, has taken nothing, and takes the same mail afterwards',
        async (what, test) => {
          await befall(test, what);
          const error = await failure();
          expect(error).toBeInstanceOf(MailerUnavailable);
          expect(error).not.toBeInstanceOf(MailInDoubt);
          expect(await ids()).toEqual([]);
          await rig.mailer.send(mail());
          expect(await ids()).toEqual(['lead-0199-7d1a']);
        },
      );

      it('that nothing listens is unavailable: what has not left us is not in doubt', async (test) => {
        await befall(test, 'unreachable');
        const error = await failure();
        expect(error).toBeInstanceOf(MailerUnavailable);
        expect(error).not.toBeInstanceOf(MailInDoubt);
      });

      it('that is about this very mail refuses it, and takes the next one', async (test) => {
        await befall(test, 'refuses');
        expect(await failure()).toBeInstanceOf(MailRefused);
        expect(await ids()).toEqual([]);
        await rig.mailer.send(mail({ id: 'lead-2' }));
        expect(await ids()).toEqual(['lead-2']);
      });

      it('of a lost answer is in doubt, and the same mail again arrives under the same id', async (test) => {
        await befall(test, 'answer lost');
        expect(await failure()).toBeInstanceOf(MailInDoubt);
        await rig.mailer.send(mail({ to: 'canary-jane@example.com' }));
        expect(new Set(await ids())).toEqual(new Set(['lead-0199-7d1a']));
      });
    });

    it('refuses an id that could be more than an id', async () => {
      for (const id of ['', 'a b', 'a@b', 'a>\r\nBcc: b@example.com', '../a', 'ä'])
        await expect(rig.mailer.send(mail({ id }))).rejects.toThrow(MailRefused);
      expect(await rig.received()).toEqual([]);
    });
  });
};
