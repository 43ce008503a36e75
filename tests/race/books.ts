import type pg from 'pg';

import type { ReceivedMail } from '#adapters/dev-mailbox/mails.ts';
import type { Checkout } from '#adapters/simulated-checkout/checkout.ts';

/** All that is known of a shop's sales from outside its code: its tables, the provider's books and the received mail. */
export type Books = {
  readonly leads: readonly LeadEntry[];
  readonly purchases: readonly PurchaseEntry[];
  readonly coupons: readonly CouponEntry[];
  readonly checkouts: readonly Checkout[];
  readonly mails: readonly ReceivedMail[];
  /** What the queue still has to do. */
  readonly waiting: readonly string[];
};

export type LeadEntry = {
  readonly id: string;
  readonly standing: string;
  readonly purchaseId: string | null;
  readonly price: number;
  /** Texts that only the delivery mail may hold, each found in no other lead. */
  readonly contact: readonly string[];
};

export type PurchaseEntry = {
  readonly id: string;
  readonly leadId: string;
  readonly price: number;
  readonly couponCode: string | null;
  readonly checkoutRef: string | null;
  readonly progress: string;
  readonly buyerEmail: string | null;
  readonly delivery: string | null;
  readonly lossReason: string | null;
  readonly loserMoney: string | null;
};

export type CouponEntry = { readonly code: string; readonly uses: number; readonly maxUses: number | null };

export type BookKeeper = {
  readonly read: () => Promise<Books>;
  readonly waiting: () => Promise<readonly string[]>;
  /** How many purchases are open, won, or lost with their money held. */
  readonly unfinished: () => Promise<number>;
};

const QUEUES = ['payments', 'mail'];

/** Looks into a shop's database from outside. */
export const bookKeeper = (pool: pg.Pool): BookKeeper => {
  const rows = async <Row extends object>(statement: string, values: unknown[] = []): Promise<readonly Row[]> =>
    (await pool.query<Row>(statement, values)).rows;
  const documents = async <Body>(collection: string): Promise<readonly Body[]> =>
    (
      await rows<{ body: Body }>('select body from development_document where collection = $1 order by seq', [
        collection,
      ])
    ).map(({ body }) => body);
  const waiting = async (): Promise<readonly string[]> =>
    (
      await rows<{ job: string }>(
        `select name || ' ' || state || ' ' || data::text as job from pgboss.job
         where name = any($1) and state < 'completed' order by created_on`,
        [QUEUES],
      )
    ).map(({ job }) => job);

  return {
    read: async () => ({
      leads: await rows<LeadEntry>(
        `select id, standing, purchase_id as "purchaseId", price, array[first_name, email, phone, address1] as contact from lead`,
      ),
      purchases: await rows<PurchaseEntry>(
        `select id, lead_id as "leadId", price, coupon_code as "couponCode", checkout_ref as "checkoutRef", progress,
           buyer_email as "buyerEmail", delivery, loss_reason as "lossReason", loser_money as "loserMoney" from purchase`,
      ),
      coupons: await rows<CouponEntry>('select code, uses, max_uses as "maxUses" from coupon'),
      checkouts: await documents<Checkout>('simulated-checkout'),
      mails: await documents<ReceivedMail>('dev-mailbox'),
      waiting: await waiting(),
    }),
    waiting,
    unfinished: async () => {
      const [found] = await rows<{ count: number }>(
        `select count(*)::int as count from purchase
         where progress in ('open', 'won') or (progress = 'lost' and loser_money = 'held')`,
      );
      return found?.count ?? 0;
    },
  };
};
