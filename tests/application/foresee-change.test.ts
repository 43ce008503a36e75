import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryStore } from '#adapters/memory/store.ts';
import { foreseeChange } from '#application/foresee-change.ts';
import { DAY, HOUR, WEEK } from '#domain/instant.ts';
import type { LeadStanding } from '#domain/lead.ts';
import { VAULT_WINDOW } from '#domain/lead.ts';

const MONDAY = Date.UTC(2026, 10, 16, 15);
const NOW = MONDAY + 2 * DAY;

const vaultedAt = (instant: number): LeadStanding => ({
  state: 'vaulted',
  listedAt: instant - WEEK,
  vaultedAt: instant,
});

describe('the next instant at which time alone changes what is shown', () => {
  it.each<readonly [string, readonly LeadStanding[], number]>([
    ['the end of the week, when there is nothing else', [], MONDAY + WEEK],
    ['the end of the week, however long what is there stays', [{ state: 'listed', listedAt: NOW }], MONDAY + WEEK],
    ['when a scheduled lead is published', [{ state: 'listed', listedAt: NOW + HOUR }], NOW + HOUR],
    ['when a lead leaves the vault', [vaultedAt(NOW + 1 - VAULT_WINDOW)], NOW + 1],
    [
      'the earliest, when there are several',
      [
        { state: 'listed', listedAt: NOW + HOUR },
        { state: 'listed', listedAt: NOW + 2 },
        vaultedAt(NOW + 3 - VAULT_WINDOW),
      ],
      NOW + 2,
    ],
    ['nothing that is over', [vaultedAt(NOW - VAULT_WINDOW)], MONDAY + WEEK],
  ])('is the first of all: %s', async (_, standings, expected) => {
    const { atomically, marketplace } = memoryStore();
    await atomically(({ leads }) =>
      leads.add(
        standings.map((standing) => ({
          id: uuid(),
          place: { city: 'Austin', state: 'TX' as const },
          contact: { firstName: '', lastName: '', email: undefined, phone: undefined, address1: undefined },
          description: '',
          price: 4_900,
          standing,
        })),
      ),
    );
    expect(await foreseeChange({ marketplace, clock: memoryClock(NOW) })()).toBe(expected);
  });
});
