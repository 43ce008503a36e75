import { withDelivery } from '#domain/purchase-steps.ts';
import { renderLetter } from './letter.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import { MailRefused } from './ports/mailer.ts';
import type { Mailer } from './ports/mailer.ts';
import { deliveryLetter } from './purchase-letters.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Log;
  readonly shopUrl: string;
};

/**
 * Mails the contact of a settled purchase to its buyer, once: the mail carries one id however often it is tried. The
 * contact is read when the mail is made, so no job holds it. Throws when the mail server is away: the job is tried again.
 */
export const deliverLead =
  ({ atomically, mailer, clock, log, shopUrl }: Needs) =>
  async (purchaseId: string): Promise<void> => {
    const waiting = await atomically(async ({ purchases, leads }) => {
      const purchase = await purchases.find(purchaseId);
      if (purchase?.progress.state !== 'settled' || purchase.progress.delivery.state !== 'queued') return undefined;
      const lead = await leads.find(purchase.leadId);
      return lead && { purchase, lead, to: purchase.progress.buyerEmail };
    });
    if (waiting === undefined) return;
    const { purchase, lead, to } = waiting;
    const mail = {
      id: `lead-${purchaseId}`,
      to,
      replyTo: undefined,
      ...renderLetter(deliveryLetter(purchase, lead, shopUrl)),
    };
    const delivery = await mailer.send(mail).then(
      () => ({ state: 'sent', sentAt: clock() }) as const,
      (error: unknown) => {
        if (!(error instanceof MailRefused)) throw error;
        log.error('delivery refused by the mail server', { purchaseId });
        return { state: 'refused', refusedAt: clock() } as const;
      },
    );
    await atomically(async ({ purchases }) => {
      const settled = await purchases.find(purchaseId);
      const delivered = settled && withDelivery(settled, delivery);
      if (delivered !== undefined) await purchases.save(delivered);
    });
  };
