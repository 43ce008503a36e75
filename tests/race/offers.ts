import type pg from 'pg';

import { weekStart } from '#domain/week.ts';

/** A lead for sale as the buyers know it. */
export type Offer = {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  /** Among the leads that were added together, from 0. */
  readonly place: number;
};

/** Finds the texts of a contact made here, wherever they got to. */
export const CONTACT_TEXTS = /Secret\d+x|s\d+x@leads\.example|\(555\) 0\d{2}-\d{4}|\d+ Hidden Street/g;

const contactOf = (number: number): readonly string[] => [
  `Secret${number}x`,
  `s${number}x@leads.example`,
  `(555) ${String(number).padStart(7, '0').slice(0, 3)}-${String(number).padStart(7, '0').slice(3)}`,
  `${number} Hidden Street`,
];

/** Where leads and coupons come from. */
export type Stock = {
  /** Puts leads on the list, each with a contact that is found nowhere else. */
  readonly addLeads: (count: number, now: number) => Promise<readonly Offer[]>;
  readonly addCoupon: (code: string, basisPoints: number, maxUses: number) => Promise<void>;
};

export const stockOf = (pool: pg.Pool): Stock => {
  let leads = 0;
  return {
    addLeads: async (count, now) => {
      const numbers = Array.from({ length: count }, () => (leads += 1));
      return Promise.all(
        numbers.map(async (number, place): Promise<Offer> => {
          const price = 2_000 + ((number * 650) % 9_000);
          const { rows } = await pool.query<{ id: string }>(
            `insert into lead (id, city, state, city_search, first_name, last_name, email, phone, address1, description,
               price, standing, listed_at)
             values (gen_random_uuid(), 'Austin', 'TX', ' austin', $1, 'Person', $2, $3, $4, '', $5, 'listed', $6)
             returning id`,
            [...contactOf(number), price, new Date(weekStart(now))],
          );
          return { id: rows[0]?.id ?? '', name: `lead ${number}`, price, place };
        }),
      );
    },
    addCoupon: async (code, basisPoints, maxUses) => {
      await pool.query(
        `insert into coupon (code, discount, discount_value, uses, max_uses, active)
         values ($1, 'percent', $2, 0, $3, true)`,
        [code, basisPoints, maxUses],
      );
    },
  };
};
