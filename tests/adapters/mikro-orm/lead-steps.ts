import fc from 'fast-check';
import { v7 as uuid } from 'uuid';

import { DAY, HOUR, WEEK } from '#domain/instant.ts';
import type { Lead, LeadStanding } from '#domain/lead.ts';
import { someLead } from '#tests/contracts/store-samples.ts';

export const MONDAY = Date.UTC(2026, 10, 2, 15);

/** Weekly instants, those right before and after, and any other, so many weeks after Monday. */
export const anInstant = (first = -2, last = 2): fc.Arbitrary<number> =>
  fc
    .tuple(
      fc.integer({ min: first, max: last }),
      fc.oneof(fc.constantFrom(-1, 0, 0, 0, 1), fc.integer({ min: 0, max: WEEK })),
    )
    .map(([weeks, offset]) => MONDAY + weeks * WEEK + offset);

const aPlace = () =>
  fc.record({
    city: fc.constantFrom(
      'Austin',
      'Port Austin',
      'Texas City',
      'New York',
      'Newark',
      'São Paulo',
      'Winston-Salem',
      'A',
      '',
    ),
    state: fc.constantFrom('TX' as const, 'NY' as const, 'NJ' as const),
  });

const aStanding = (): fc.Arbitrary<LeadStanding> =>
  fc
    .tuple(
      anInstant(),
      fc.constantFrom('listed', 'listed', 'listed', 'listed', 'sold', 'vaulted', 'vaulted', 'expired', 'withdrawn'),
    )
    .map(([at, state]): LeadStanding => {
      switch (state) {
        case 'listed':
          return { state, listedAt: at };
        case 'sold':
          return { state, listedAt: at, soldAt: at + HOUR, purchaseId: uuid() };
        case 'vaulted':
          return { state, listedAt: at - WEEK, vaultedAt: at };
        case 'expired':
          return { state, listedAt: at - WEEK, vaultedAt: at, expiredAt: at + 90 * DAY };
        default:
          return { state: 'withdrawn', listedAt: at, withdrawnAt: at + HOUR };
      }
    });

/** Something that changes leads. One that fails is undone. */
export type Step = { readonly fails: boolean } & (
  | { readonly what: 'add'; readonly leads: readonly Omit<Lead, 'id'>[] }
  | { readonly what: 'change'; readonly which: number; readonly count: number; readonly standing: LeadStanding }
  | { readonly what: 'rename'; readonly which: number; readonly name: string }
  | { readonly what: 'remove'; readonly which: number; readonly count: number }
  | { readonly what: 'by hand'; readonly statement: string }
);

/** What whoever has the database's password may do to it. */
export const BY_HAND = [
  `update lead set city = 'Newark', state = 'NJ' where city = 'Austin'`,
  `update lead set listed_at = listed_at + interval '3 days 1 hour'`,
  `update lead set standing = 'listed', vaulted_at = null, vault_search = null where standing = 'vaulted' and state = 'TX'`,
  `update lead set standing = case standing when 'vaulted' then 'listed' else 'vaulted' end,
     vaulted_at = case standing when 'vaulted' then null else listed_at end,
     vault_search = case standing when 'vaulted' then null else city end where standing in ('listed', 'vaulted')`,
  `update lead set description = 'Seen.', price = 1`,
  `update lead set id = gen_random_uuid() where state = 'NY'`,
  `delete from lead where state = 'NY'`,
  'truncate lead cascade',
];

const aNewLead = (): fc.Arbitrary<Omit<Lead, 'id'>> =>
  fc.tuple(aPlace(), aStanding()).map(([place, standing]) => someLead({ place, standing }));

export const aStep = (): fc.Arbitrary<Step> => {
  const fails = fc.integer({ min: 1, max: 5 }).map((die) => die === 1);
  const which = fc.nat({ max: 1_000 });
  const count = fc.integer({ min: 1, max: 4 });
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        what: fc.constant('add' as const),
        fails,
        leads: fc.array(aNewLead(), { minLength: 10, maxLength: 30, size: 'max' }),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ what: fc.constant('change' as const), fails, which, count, standing: aStanding() }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ what: fc.constant('rename' as const), fails, which, name: fc.constantFrom('Bo', 'Cy') }),
    },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('remove' as const), fails, which, count }) },
    {
      weight: 1,
      arbitrary: fc.record({
        what: fc.constant('by hand' as const),
        fails,
        statement: fc.constantFrom(...BY_HAND.slice(0, -2)),
      }),
    },
  );
};
