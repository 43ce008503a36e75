import { SECOND } from '#domain/instant.ts';
import { deliveryId, handOver, withDelivery } from '#domain/purchase-delivery.ts';
import type { Attempt, MailAnswer } from '#domain/purchase-delivery.ts';
import { renderLetter } from './letters/letter.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock, Pause, Stopwatch } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import { MailInDoubt, MailRefused, MailerUnavailable } from './ports/mailer.ts';
import type { Mailer } from './ports/mailer.ts';
import { deliveryLetter } from './letters/delivery-letter.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly pause: Pause;
  readonly log: Log;
  readonly shopUrl: string;
};

/** The answer of the mail server to an attempt. */
type AttemptOutcome = { readonly answer: MailAnswer; readonly attempt: Attempt };

/**
 * The fewest tries to store an answer, the time for them, and the pause between them: a try may take as long as a statement may, and a
 * database server that is restarted is back within seconds. In milliseconds.
 */
const STORE_TRIES = 3;
const STORE_PATIENCE = 10 * SECOND;
const STORE_PAUSE = SECOND / 4;

/**
 * Mails the contact of a settled purchase to its buyer, once: the mail carries one id however often it is tried. The
 * contact is read when the mail is made, so no job holds it. That it leaves is stored before the mail server is asked: a refund
 * either comes first, and nothing leaves, or finds that it may have left. Throws when the mail server is away: the job is
 * tried again. Throws too when the store stays away after the mail server has answered: the next try stores that answer first, if it
 * is made by the same process.
 */
export const deliverLead = ({ atomically, mailer, clock, stopwatch, pause, log, shopUrl }: Needs) => {
  /** Answers that could not be stored yet, by purchase. */
  const unstored = new Map<string, AttemptOutcome>();

  const begin = (purchaseId: string) =>
    atomically(async ({ purchases, leads }) => {
      const purchase = await purchases.find(purchaseId);
      const leaving = purchase && handOver(purchase, clock());
      const lead = leaving && (await leads.find(leaving.purchase.leadId));
      if (purchase?.progress.state !== 'settled' || leaving === undefined || lead === undefined) return undefined;
      await purchases.save(leaving.purchase);
      return { purchase, lead, to: purchase.progress.buyerEmail, attempt: leaving.attempt };
    });

  const store = (purchaseId: string, { answer, attempt }: AttemptOutcome): Promise<void> =>
    atomically(async ({ purchases }) => {
      const stored = await purchases.find(purchaseId);
      const delivered = stored && withDelivery(stored, answer, attempt);
      if (delivered !== undefined) await purchases.save(delivered);
    });

  const storeOutcome = async (purchaseId: string, outcome: AttemptOutcome): Promise<void> => {
    unstored.set(purchaseId, outcome);
    const end = stopwatch() + STORE_PATIENCE;
    for (let left = STORE_TRIES - 1; ; left -= 1)
      try {
        await store(purchaseId, outcome);
        unstored.delete(purchaseId);
        return;
      } catch (error) {
        // Too slow, or away for a moment. Not to be given up early: another process that ran the job again would send the mail again.
        if (left <= 0 && stopwatch() >= end) throw error;
        await pause(STORE_PAUSE);
      }
  };

  return async (purchaseId: string): Promise<void> => {
    const left = unstored.get(purchaseId);
    if (left !== undefined) await storeOutcome(purchaseId, left);
    const leaving = await begin(purchaseId);
    if (leaving === undefined) return;
    const { purchase, lead, to, attempt } = leaving;
    const end = (answer: MailAnswer): Promise<void> => storeOutcome(purchaseId, { answer, attempt });

    try {
      const letter = renderLetter(deliveryLetter(purchase, lead, shopUrl));
      await mailer.send({
        id: deliveryId(purchase, attempt.resends),
        to,
        replyTo: undefined,
        writtenBy: 'shop',
        ...letter,
      });
    } catch (error) {
      if (error instanceof MailRefused) {
        log.error('delivery refused by the mail server', { purchaseId, error });
        return end({ state: 'refused', refusedAt: clock() });
      }
      // Any other fault leaves open whether the server has taken the mail.
      if (error instanceof MailerUnavailable && !(error instanceof MailInDoubt)) await end({ state: 'kept-back' });
      throw error;
    }
    await end({ state: 'sent', sentAt: clock() });
  };
};
