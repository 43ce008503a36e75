import { beforeEach, describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';

import { MailInDoubt, MailPutOff, MailRefused, MailerUnavailable } from '#application/ports/mailer.ts';

import { REDIRECTS, openElsewhere } from './elsewhere.ts';
import { PATIENCE, mail, toldBy } from './mailer-rig.ts';
import type { MailTrouble, MailerRig, MakeMailer, Ways } from './mailer-rig.ts';
import { possible } from './payments-in-use.ts';

/** Answers of something in between: a proxy, the network of a hotel, another service at this address. None of them names a mail. */
const FOREIGN = ['<h1>Sign in, canary-jane</h1>', '{}', '{"message":"canary-jane"}', 'null', ''];

/** With these statuses the mail may have been passed on before. */
const OPEN_ENDED = [200, 201, 202, 500, 502, 504];

/** In milliseconds: the time for a mail to a silent server. Ten times as long is more than a slow machine adds. */
const SHORT = 1_000;

/** With these statuses nothing says that it is about this letter. */
const OF_US = [...REDIRECTS, 400, 401, 402, 403, 404, 405, 409, 410, 415, 422, 429, 451, 503];

/** The behavior of a mailer that cannot send. */
export const survivesBadDays = (make: MakeMailer): void => {
  describe('in trouble', () => {
    let rig: MailerRig;

    beforeEach(async () => {
      rig = await make(PATIENCE);
    });

    const troubleOf = (test: TestContext): MailTrouble => possible(test, rig.trouble);
    const ids = async () => (await rig.received()).map(({ id }) => id);

    /** The error of `send` for one mail. Servers often repeat the address in their answers, or the key; an error must not. */
    const failure = async (): Promise<unknown> => {
      const error: unknown = await rig.mailer.send(mail({ to: 'canary-jane@example.com' })).then(
        () => 'the mail was sent',
        (thrown: unknown) => thrown,
      );
      expect(toldBy(error, ['canary-jane', ...rig.secrets])).toEqual([]);
      return error;
    };
    const failures = async (ways: Ways): Promise<readonly unknown[]> => {
      expect(ways).not.toEqual([]);
      const errors: unknown[] = [];
      for (const befall of ways) {
        befall();
        errors.push(await failure());
      }
      return errors;
    };

    it.for(['later', 'put off', 'locked out', 'sender refused', 'not about the letter'] as const)(
      '(%s) is unavailable, has taken nothing, and takes the same mail afterwards',
      async (what, test) => {
        for (const error of await failures(possible(test, troubleOf(test)[what]))) {
          expect(error).toBeInstanceOf(MailerUnavailable);
          expect(error).not.toBeInstanceOf(MailInDoubt);
        }
        expect(await ids()).toEqual([]);
        await rig.mailer.send(mail());
        expect(await ids()).toEqual(['lead-0199-7d1a']);
      },
    );

    it.for(['later', 'locked out', 'sender refused', 'not about the letter'] as const)(
      '(%s) is said of us and not of the letter: it is not put off, as what is put off is given up one day',
      async (what, test) => {
        for (const error of await failures(troubleOf(test)[what])) expect(error).not.toBeInstanceOf(MailPutOff);
      },
    );

    it('(put off) is said of this letter alone: it is given up one day, if nobody has paid for it', async (test) => {
      for (const error of await failures(possible(test, troubleOf(test)['put off'])))
        expect(error).toBeInstanceOf(MailPutOff);
    });

    it('that nothing listens is unavailable: what has not left us is not in doubt', async (test) => {
      await troubleOf(test).unreachable();
      const error = await failure();
      expect(error).toBeInstanceOf(MailerUnavailable);
      for (const other of [MailInDoubt, MailPutOff]) expect(error).not.toBeInstanceOf(other);
    });

    it('that is about this very mail refuses it, and takes the next one', async (test) => {
      for (const error of await failures(troubleOf(test).refuses)) expect(error).toBeInstanceOf(MailRefused);
      expect(await ids()).toEqual([]);
      await rig.mailer.send(mail({ id: 'lead-2' }));
      expect(await ids()).toEqual(['lead-2']);
    });

    it.for(['failing', 'answer lost'] as const)(
      '(%s) is in doubt, and the same mail again arrives under the same id',
      async (what, test) => {
        const ways = possible(test, troubleOf(test)[what]);
        for (const error of await failures(ways)) expect(error).toBeInstanceOf(MailInDoubt);
        await rig.mailer.send(mail({ to: 'canary-jane@example.com' }));
        expect(new Set(await ids())).toEqual(new Set(['lead-0199-7d1a']));
      },
    );

    it('of silence ends with the time for one mail, and is in doubt', async (test) => {
      rig = await make(SHORT);
      const { silent } = troubleOf(test);
      const asked = performance.now();
      for (const error of await failures(silent)) expect(error).toBeInstanceOf(MailInDoubt);
      expect((performance.now() - asked) / silent.length, 'milliseconds for each').toBeLessThan(8 * SHORT);
    });

    describe('made by somebody in between', () => {
      /** The outcomes of a mail, by status and body, that are not the expected one. */
      const otherwise = async (
        test: TestContext,
        statuses: readonly number[],
        expected: new (message: string) => Error,
      ): Promise<readonly (readonly [number, string, unknown])[]> => {
        const intercept = possible(test, troubleOf(test).intercepted);
        const found: [number, string, unknown][] = [];
        for (const status of statuses)
          for (const body of FOREIGN) {
            intercept(status, body);
            const error = await failure();
            if (!(error instanceof expected) || error instanceof MailPutOff) found.push([status, body, error]);
          }
        expect(await ids()).toEqual([]);
        return found;
      };

      it('who says yes, or that all went wrong, is in doubt: he names no mail', async (test) => {
        expect(await otherwise(test, OPEN_ENDED, MailInDoubt)).toEqual([]);
      });

      it('who says no loses no mail, as it may be to all of them', async (test) => {
        expect(await otherwise(test, OF_US, MailerUnavailable)).toEqual([]);
      });

      it('who sends us elsewhere is not followed: nobody else gets the mail and the key', async (test) => {
        const intercept = possible(test, troubleOf(test).intercepted);
        const elsewhere = await openElsewhere();
        test.onTestFinished(elsewhere.close);
        for (const status of REDIRECTS) {
          intercept(status, '', elsewhere.url);
          expect(await failure()).toBeInstanceOf(MailerUnavailable);
          expect(elsewhere.visits(), `a request followed the ${status}`).toBe(0);
        }
      });

      it('who says that it is too large has not sent it: that is not in doubt', async (test) => {
        const intercept = possible(test, troubleOf(test).intercepted);
        for (const body of FOREIGN) {
          intercept(413, body);
          const error = await failure();
          expect(error instanceof MailRefused || error instanceof MailerUnavailable, body).toBe(true);
          expect(error).not.toBeInstanceOf(MailInDoubt);
        }
        expect(await ids()).toEqual([]);
      });
    });
  });
};
