import { LRUCache } from 'lru-cache';

import { MINUTE } from '#domain/instant.ts';
import type { LeadId, LeadOffer } from '#domain/lead.ts';

/** Each takes some hundred bytes. */
const MOST = 5_000;

/** What a sale of a lead goes by, and the version of the row that says so. */
export type RememberedOffer = { readonly offer: LeadOffer; readonly version: number };

/**
 * Listed leads that were read lately for a sale. None is used unless the statement that stores the purchase finds its version. They are
 * kept for a minute all the same, as a version may come again: a database can go back to a backup.
 */
export type OfferMemory = Pick<LRUCache<LeadId, RememberedOffer>, 'get' | 'set' | 'delete'>;

/** `stopwatch`: in milliseconds; it is not set back as a clock may be. */
export const offerMemory = (stopwatch: { readonly now: () => number } = performance): OfferMemory =>
  new LRUCache<LeadId, RememberedOffer>({ max: MOST, ttl: MINUTE, perf: stopwatch });
