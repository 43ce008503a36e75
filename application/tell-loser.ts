import type { Purchase } from '#domain/purchase.ts';
import { renderLetter } from './letter.ts';
import type { Letter } from './letter.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Log } from './ports/log.ts';
import { MailRefused } from './ports/mailer.ts';
import type { Mailer } from './ports/mailer.ts';
import { lapseLetter, loserLetter } from './purchase-letters.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly mailer: Mailer;
  readonly log: Log;
  readonly shopUrl: string;
};

const letterTo = (
  purchase: Purchase,
  shopUrl: string,
): { readonly to: string; readonly letter: Letter } | undefined => {
  const { progress } = purchase;
  if (progress.state === 'lapsed') return { to: progress.buyerEmail, letter: lapseLetter(purchase, shopUrl) };
  if (progress.state !== 'lost' || progress.buyerEmail === undefined) return undefined;
  const refunded = progress.money.is === 'refunded';
  return { to: progress.buyerEmail, letter: loserLetter(purchase, progress.reason, { refunded, shopUrl }) };
};

/** Tells a buyer by mail that the lead went elsewhere and the money stayed. Throws when the mail server is away. */
export const tellLoser =
  ({ atomically, mailer, log, shopUrl }: Needs) =>
  async (purchaseId: string): Promise<void> => {
    const purchase = await atomically(({ purchases }) => purchases.find(purchaseId));
    const addressed = purchase && letterTo(purchase, shopUrl);
    if (addressed === undefined) return;
    const { to, letter } = addressed;
    try {
      await mailer.send({ id: `lost-${purchaseId}`, to, replyTo: undefined, ...renderLetter(letter) });
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      log.warn('notice refused by the mail server', { purchaseId });
    }
  };
