import pg from 'pg';

import { deliverLead } from '#application/deliver-lead.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { Outside } from '#config/outside.ts';
import type { Coupon } from '#domain/coupon.ts';
import type { Lead } from '#domain/lead.ts';
import { HABITS } from './habits.ts';

/** Breaks a process of the shop: what it does between the use-cases and the outside. */
type Sabotage = (outside: Outside, sql: pg.Pool) => Outside;

/** Keeps what a transaction saves by `save` out of it; `write` gets it after the commit, whatever others did meanwhile. */
const savedLate =
  <Value>(
    atomically: Atomically,
    replace: (late: (value: Value) => Promise<void>, work: Parameters<Atomically>[0]) => Parameters<Atomically>[0],
    write: (value: Value) => Promise<unknown>,
  ): Atomically =>
  async <T>(work: (repositories: Parameters<Parameters<Atomically>[0]>[0]) => Promise<T>): Promise<T> => {
    let late: Value[] = [];
    const result = await atomically((repositories) => {
      late = [];
      return replace(async (value) => void late.push(value), work)(repositories) as Promise<T>;
    });
    for (const value of late) await write(value);
    return result;
  };

/** A lead is written after the commit, without a look at what it has become: needs the index of one buyer gone to do harm. */
const unconditionalSale: Sabotage = (outside, sql) => ({
  ...outside,
  atomically: savedLate<Lead>(
    outside.atomically,
    (late, work) => (repositories) => work({ ...repositories, leads: { ...repositories.leads, save: late } }),
    ({ id, standing }) =>
      sql.query('update lead set standing = $2, sold_at = $3, purchase_id = $4 where id = $1', [
        id,
        standing.state,
        standing.state === 'sold' ? new Date(standing.soldAt) : null,
        standing.state === 'sold' ? standing.purchaseId : null,
      ]),
  ),
});

/** A coupon is read without a lock, and what was read plus one is written after the commit. */
const readThenIncrement: Sabotage = (outside, sql) => ({
  ...outside,
  atomically: savedLate<Coupon>(
    outside.atomically,
    (late, work) => (repositories) => {
      const { coupons } = repositories;
      return work({ ...repositories, coupons: { ...coupons, findForUpdate: coupons.find, save: late } });
    },
    ({ code, uses }) => sql.query('update coupon set uses = $2 where code = $1', [code, uses]),
  ),
});

/** Jobs are queued when the transaction has ended. */
const jobsAfterCommit: Sabotage = (outside) => ({
  ...outside,
  atomically: savedLate<Job>(
    outside.atomically,
    (late, work) => (repositories) => work({ ...repositories, jobs: { add: late } }),
    (job) => outside.atomically(({ jobs }) => jobs.add(job)),
  ),
});

/** The mail with the contact is sent when the transaction has ended, and no job remembers it. */
const mailAfterCommit: Sabotage = (outside) => ({
  ...outside,
  atomically: savedLate<string>(
    outside.atomically,
    (late, work) => (repositories) => {
      const add = (job: Job) => (job.name === 'deliver-lead' ? late(job.purchaseId) : repositories.jobs.add(job));
      return work({ ...repositories, jobs: { add } });
    },
    deliverLead(outside),
  ),
});

/** A provider that collects again each time it is asked. */
const chargesAgain: Sabotage = (outside, sql) => ({
  ...outside,
  payments: {
    ...outside.payments,
    collect: async (paymentRef) => {
      const ref = paymentRef.replace('pi_', 'cs_');
      await sql.query(
        `update development_document
         set body = jsonb_set(body::jsonb, '{history}', (body::jsonb -> 'history') || '[{"what": "collected", "at": 1}]')
         where id = $1 and body ->> 'state' = 'collected'`,
        [ref],
      );
      return outside.payments.collect(paymentRef);
    },
  },
});

/** Money is collected as soon as it is seen, before it is decided who gets the lead. */
const collectsFirst: Sabotage = (outside) => ({
  ...outside,
  payments: {
    ...outside.payments,
    readPurchase: async (ref) => {
      const reading = await outside.payments.readPurchase(ref);
      if (reading.state === 'authorised') await outside.payments.collect(reading.paymentRef);
      return reading;
    },
  },
});

const SABOTAGE = {
  'unconditional sale': unconditionalSale,
  'read then increment': readThenIncrement,
  'jobs after the commit': jobsAfterCommit,
  'mail after the commit': mailAfterCommit,
  'charges again': chargesAgain,
  'collects first': collectsFirst,
} as const satisfies Readonly<Record<string, Sabotage>>;

export type SabotageName = keyof typeof SABOTAGE;

/** What the environment asks for; nothing at all by default. */
export const sabotageOf = async (
  environment: Readonly<Record<string, string | undefined>>,
): Promise<(outside: Outside) => Outside> => {
  const { SABOTAGE: name, DATABASE_URL: connectionString } = environment;
  if (name === undefined || name === '') return (outside) => outside;
  const habit = Object.entries(HABITS).find(([known]) => known === name)?.[1];
  if (habit !== undefined) return habit();
  const sabotage = Object.entries(SABOTAGE).find(([known]) => known === name)?.[1];
  if (sabotage === undefined) throw new Error(`no such sabotage: ${name}`);
  const sql = new pg.Pool({ connectionString, max: 4 });
  sql.on('error', () => {});
  return (outside) => sabotage(outside, sql);
};
