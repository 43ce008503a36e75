import { fateOfMoney } from '#domain/loss.ts';
import type { ChargeMode } from '#domain/loss.ts';
import type { Purchase } from '#domain/purchase.ts';
import { wasDisputed } from '#domain/purchase-refund.ts';
import { isGivenUp } from './letter-patience.ts';
import { renderLetter } from './letters/letter.ts';
import type { Letter } from './letters/letter.ts';
import { saleToSameBuyer } from './own-sale.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Log } from './ports/log.ts';
import type { Mailer } from './ports/mailer.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import { lapseLetter, loserLetter, refundLetter } from './letters/purchase-payment-letters.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly mailer: Mailer;
  readonly payments: Pick<PaymentProvider, 'profile'>;
  readonly log: Log;
  readonly shopUrl: string;
};

/** `sale`: the other purchase, by which the same buyer has got the lead. */
type WithSale = { readonly purchase: Purchase; readonly sale: Purchase | undefined };

const letterTo = (
  { purchase, sale }: WithSale,
  { chargeMode, shopUrl }: { readonly chargeMode: ChargeMode; readonly shopUrl: string },
): { readonly id: string; readonly to: string; readonly letter: Letter } | undefined => {
  const { id, progress } = purchase;
  switch (progress.state) {
    case 'lapsed':
      if (progress.buyerEmail === undefined) return undefined;
      return { id: `lost-${id}`, to: progress.buyerEmail, letter: lapseLetter(purchase, { chargeMode, shopUrl }) };
    case 'lost': {
      if (progress.buyerEmail === undefined) return undefined;
      const letter = loserLetter(purchase, progress.reason, { fate: fateOfMoney(progress, chargeMode), sale, shopUrl });
      return { id: `lost-${id}`, to: progress.buyerEmail, letter };
    }
    case 'refunded': {
      // The refund came back before this letter could leave, and the buyer has disputed the payment since.
      if (wasDisputed(purchase)) return undefined;
      const wasDelivered = progress.contactLeftAt !== undefined;
      return {
        // A refund may come back, and be made again: that gets another letter.
        id: `refunded-${id}-${progress.requestedAt}`,
        to: progress.buyerEmail,
        letter: refundLetter(purchase, { wasDelivered, shopUrl }),
      };
    }
    case 'open':
    case 'won':
    case 'settled':
    case 'refunding':
    case 'abandoned':
      return undefined;
  }
};

/**
 * Mails a buyer that the lead went elsewhere, or is theirs by another payment, and that the money stayed, or came back. `tries` is the
 * number of earlier tries. Throws when the mail server is away, or puts the letter off, which after some days is given up.
 */
export const tellLoser =
  ({ atomically, mailer, payments, log, shopUrl }: Needs) =>
  async (purchaseId: string, tries: number): Promise<void> => {
    const found = await atomically(async (repositories): Promise<WithSale | undefined> => {
      const purchase = await repositories.purchases.find(purchaseId);
      return purchase && { purchase, sale: await saleToSameBuyer(repositories, purchase) };
    });
    const addressed = found && letterTo(found, { chargeMode: payments.profile.chargeMode, shopUrl });
    if (addressed === undefined) return;
    const { id, to, letter } = addressed;
    try {
      await mailer.send({ id, to, replyTo: undefined, writtenBy: 'shop', ...renderLetter(letter) });
    } catch (error) {
      if (!isGivenUp(error, tries)) throw error;
      log.warn('notice refused by the mail server', { purchaseId, error });
    }
  };
