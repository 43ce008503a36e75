import { raw } from '@mikro-orm/core';

import type { Instant } from '#domain/instant.ts';
import { HAS_CONTACT } from '#adapters/mikro-orm/records/lead-record.ts';

/** No purchase of the lead satisfies `isBuying`. */
export const nobodyBuys = () =>
  raw(
    (lead) =>
      `not exists (select 1 from purchase where purchase.lead_id = ${lead}.id and purchase.progress in ('open', 'won'))`,
  );

/** No purchase of the lead that was settled since is one for which `isUndoable` holds. */
export const nobodyGetsItBack = (settledSince: Instant) =>
  raw(
    (lead) =>
      `not exists (select 1 from purchase where purchase.lead_id = ${lead}.id and purchase.progress = 'refunded' and purchase.contact_left_at is not null and purchase.settled_at >= ?)`,
    [new Date(settledSince)],
  );

/** Leads that stand so, and are not erased. */
export const withContact = (standing: 'expired' | 'withdrawn') => () => ({ standing, [raw(HAS_CONTACT)]: [] });
