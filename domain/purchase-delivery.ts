import type { Instant } from './instant.ts';
import type { Delivery, Purchase } from './purchase.ts';

/** The id of the mail with the contact: the same at every try, another one each time it is sent again on request. */
export const deliveryId = ({ id }: Purchase, resends: number): string =>
  resends === 0 ? `lead-${id}` : `lead-${id}-${resends}`;

/** A mail with a contact that was handed to the mail server, which has not answered yet. */
export type Attempt = {
  readonly resends: number;
  /** Unique among the mails of its purchase. */
  readonly handedAt: Instant;
  /** Whether the contact had not left before this mail. */
  readonly wasFirst: boolean;
};

/**
 * A settled purchase whose waiting mail is about to be handed to the mail server: from now on its contact counts as gone, as
 * nobody can know what becomes of a mail on its way. `undefined` unless a mail of a settled purchase waits.
 */
export const handOver = (
  purchase: Purchase,
  now: Instant,
): { readonly purchase: Purchase; readonly attempt: Attempt } | undefined => {
  const { progress } = purchase;
  if (progress.state !== 'settled' || progress.delivery.state !== 'queued') return undefined;
  const { resends, contactLeftAt: before } = progress;
  const handedAt = before === undefined ? now : Math.max(now, before + 1);
  return {
    purchase: { ...purchase, progress: { ...progress, contactLeftAt: handedAt } },
    attempt: { resends, handedAt, wasFirst: before === undefined },
  };
};

/** The outcome of a mail that was handed over. `kept-back`: the server has taken nothing, so the contact has not left by this mail. */
export type MailAnswer = Exclude<Delivery, { readonly state: 'queued' }> | { readonly state: 'kept-back' };

/**
 * The purchase after the mail server's answer about the mail of `attempt`. `undefined` when nothing is to be changed: the mail was
 * queued again meanwhile, or its outcome is known.
 */
export const withDelivery = (purchase: Purchase, answer: MailAnswer, attempt: Attempt): Purchase | undefined => {
  const { progress } = purchase;
  if (progress.state !== 'settled' && progress.state !== 'refunding' && progress.state !== 'refunded') return undefined;
  if (progress.resends !== attempt.resends || progress.delivery.state !== 'queued') return undefined;
  // Jobs may overlap: a mail that was handed over since may still be on its way.
  const wasOnlyOne = attempt.wasFirst && progress.contactLeftAt === attempt.handedAt;
  // What was decided by a refund that has ended stays decided.
  const isOpenCase = progress.state !== 'refunded' && wasOnlyOne && answer.state !== 'sent';
  const contactLeftAt = isOpenCase ? undefined : progress.contactLeftAt;
  const delivery = answer.state === 'kept-back' ? progress.delivery : answer;
  return { ...purchase, progress: { ...progress, delivery, contactLeftAt } };
};

/**
 * A settled purchase whose mail waits again, to leave under another id, and for `to` if that is given, which becomes the address of the
 * buyer. `undefined` unless it is settled.
 */
export const queueAgain = (purchase: Purchase, to?: string): Purchase | undefined => {
  const { progress } = purchase;
  if (progress.state !== 'settled') return undefined;
  const { buyerEmail, resends } = progress;
  return {
    ...purchase,
    progress: { ...progress, buyerEmail: to ?? buyerEmail, delivery: { state: 'queued' }, resends: resends + 1 },
  };
};

/** The contact is on its way to the buyer; or it can never be sent there, and only a refund sets the lead free. */
export type OwedContact = 'inDelivery' | 'undeliverable';

/** How a purchase that was paid for still owes its buyer the contact of the lead; `undefined` where it owes none. */
export const owedContact = ({ progress }: Purchase): OwedContact | undefined => {
  switch (progress.state) {
    case 'won':
      return 'inDelivery';
    case 'settled': {
      if (progress.delivery.state === 'queued') return 'inDelivery';
      if (progress.contactLeftAt !== undefined) return undefined;
      return progress.delivery.state === 'refused' ? 'undeliverable' : 'inDelivery';
    }
    case 'refunding':
      return progress.contactLeftAt === undefined ? 'inDelivery' : undefined;
    case 'open':
    case 'lost':
    case 'refunded':
    case 'abandoned':
    case 'lapsed':
      return undefined;
  }
};
