import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DAY, WEEK } from '#domain/instant.ts';
import {
  DEFAULT_SHELF_CYCLES,
  VAULT_WINDOW,
  isInVault,
  isOffered,
  relist,
  sell,
  shelfStart,
  vault,
} from '#domain/lead.ts';
import type { Lead, LeadStanding } from '#domain/lead.ts';
import { weekStart } from '#domain/week.ts';
import { aLead } from '#tests/support/arbitrary.ts';
import { holds } from '#tests/support/property.ts';

const MONDAY = Date.parse('2026-11-23T15:00:00Z');

const leadThatIs = (standing: LeadStanding): Lead => ({
  id: 'lead',
  place: { city: 'Austin', state: 'TX' },
  contact: { firstName: 'Ann', lastName: 'Lee', email: undefined, phone: undefined, address1: undefined },
  description: '',
  price: 2_500,
  standing,
});

const listed = (listedAt: number): Lead => leadThatIs({ state: 'listed', listedAt });
const vaulted = (vaultedAt: number): Lead => leadThatIs({ state: 'vaulted', listedAt: vaultedAt - WEEK, vaultedAt });

describe('a lead on the marketplace', () => {
  it('is offered from the very instant it is listed', () => {
    expect(isOffered(listed(MONDAY), MONDAY - 1, 1)).toBe(false);
    expect(isOffered(listed(MONDAY), MONDAY, 1)).toBe(true);
  });

  it('is no longer offered once its week is over', () => {
    expect(isOffered(listed(MONDAY), MONDAY + WEEK - 1, 1)).toBe(true);
    expect(isOffered(listed(MONDAY), MONDAY + WEEK, 1)).toBe(false);
    expect(isOffered(listed(MONDAY + 6 * DAY), MONDAY + WEEK, 1)).toBe(false);
  });

  it('stays on the shelf for as many weekly cycles as configured, one by default', () => {
    expect(DEFAULT_SHELF_CYCLES).toBe(1);
    expect(shelfStart(MONDAY + DAY, 1)).toBe(MONDAY);
    expect(shelfStart(MONDAY + DAY, 3)).toBe(MONDAY - 2 * WEEK);
    expect(isOffered(listed(MONDAY), MONDAY + 3 * WEEK - 1, 3)).toBe(true);
    expect(isOffered(listed(MONDAY), MONDAY + 3 * WEEK, 3)).toBe(false);
  });

  it('is offered only while it is listed', async () => {
    await holds(
      fc.property(aLead(), fc.nat({ max: 2 * WEEK }), (lead, later) => {
        const now = lead.standing.listedAt + later;
        const isThisWeek = weekStart(now) <= lead.standing.listedAt;
        return isOffered(lead, now, 1) === (lead.standing.state === 'listed' && isThisWeek);
      }),
    );
  });
});

describe('a sale', () => {
  it('takes a lead from listed to sold, and remembers to which purchase', () => {
    expect(sell(listed(MONDAY), 'p1', MONDAY + DAY)?.standing).toEqual({
      state: 'sold',
      listedAt: MONDAY,
      soldAt: MONDAY + DAY,
      purchaseId: 'p1',
    });
  });

  it('is still possible for a checkout that is open when the week ends', () => {
    expect(sell(listed(MONDAY), 'p1', MONDAY + WEEK + 1)?.standing.state).toBe('sold');
  });

  it('of a sold, vaulted, expired or withdrawn lead is impossible', async () => {
    await holds(
      fc.property(aLead(), (lead) => (sell(lead, 'p1', MONDAY) === undefined) === (lead.standing.state !== 'listed')),
    );
  });

  it('is undone only for the purchase that has it, and the lead is listed as before', async () => {
    const sold = sell(listed(MONDAY), 'p1', MONDAY + DAY);
    expect(sold && relist(sold, 'p1')).toEqual(listed(MONDAY));
    expect(sold && relist(sold, 'p2')).toBeUndefined();
    await holds(fc.property(aLead(), (lead) => relist(lead, 'p1') === undefined));
  });
});

describe('the vault', () => {
  it('holds a lead for 90 × 24 hours from the instant it came, to the millisecond', () => {
    expect(VAULT_WINDOW).toBe(90 * 24 * 3_600_000);
    expect(isInVault(vaulted(MONDAY), MONDAY - 1)).toBe(false);
    expect(isInVault(vaulted(MONDAY), MONDAY)).toBe(true);
    expect(isInVault(vaulted(MONDAY), MONDAY + 90 * DAY - 1)).toBe(true);
    expect(isInVault(vaulted(MONDAY), MONDAY + 90 * DAY)).toBe(false);
  });

  it('takes a lead from the list only, and no lead of the vault is sold', async () => {
    const now = MONDAY + DAY;
    expect(vault(listed(MONDAY), now)?.standing).toEqual({ state: 'vaulted', listedAt: MONDAY, vaultedAt: now });
    await holds(
      fc.property(aLead(), (lead) => {
        const taken = vault(lead, now);
        return lead.standing.state === 'listed'
          ? taken !== undefined && sell(taken, 'purchase', now) === undefined
          : taken === undefined;
      }),
    );
  });

  it('and the marketplace exclude each other', async () => {
    await holds(
      fc.property(aLead(), fc.nat({ max: 100 * DAY }), (lead, later) => {
        const now = lead.standing.listedAt + later;
        return !(isOffered(lead, now, 20) && isInVault(lead, now));
      }),
    );
    expect(isInVault(listed(MONDAY), MONDAY)).toBe(false);
  });
});
