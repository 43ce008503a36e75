import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DAY, WEEK } from '#domain/instant.ts';
import {
  DEFAULT_SHELF_CYCLES,
  VAULT_WINDOW,
  eraseContact,
  expire,
  forgetPerson,
  isOffered,
  isShownAfter,
  relist,
  sell,
  shelfEnd,
  shelfStart,
  vault,
  withdraw,
  withdrawSold,
} from '#domain/lead.ts';
import type { Lead, LeadStanding } from '#domain/lead.ts';
import { weekStart } from '#domain/week.ts';
import { aLead } from '#tests/support/arbitrary.ts';
import { isInVault } from '#tests/support/in-vault.ts';
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

describe('a lead that is shown to somebody, singly or in the vault', () => {
  it('is so for as long as it is listed, and before', () => {
    for (const at of [MONDAY - WEEK, MONDAY, MONDAY + 400 * DAY]) expect(isShownAfter(listed(MONDAY), at)).toBe(true);
  });

  it.each([
    ['sold', leadThatIs({ state: 'sold', listedAt: MONDAY - DAY, soldAt: MONDAY, purchaseId: 'p1' })],
    ['withdrawn', leadThatIs({ state: 'withdrawn', listedAt: MONDAY - DAY, withdrawnAt: MONDAY })],
    ['90 days in the vault, noticed or not', vaulted(MONDAY - VAULT_WINDOW)],
    ['90 days in the vault, and gone', expire(vaulted(MONDAY - VAULT_WINDOW), MONDAY)],
  ])('is so until it is %s', (_, lead) => {
    expect(lead && isShownAfter(lead, MONDAY - 1)).toBe(true);
    expect(lead && isShownAfter(lead, MONDAY)).toBe(false);
  });

  it('is so whenever it is offered or in the vault at some later time', async () => {
    await holds(
      fc.property(aLead(), fc.nat({ max: 20 * WEEK }), fc.nat({ max: 20 * WEEK }), (lead, after, later) => {
        const at = lead.standing.listedAt - WEEK + after;
        const then = at + 1 + later;
        return isShownAfter(lead, at) || !(isOffered(lead, then, 1) || isInVault(lead, then));
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

  it('takes a lead at the instant its week ends, however late that is noticed', () => {
    const vaulted = { state: 'vaulted', listedAt: MONDAY + DAY, vaultedAt: MONDAY + WEEK };
    expect(vault(listed(MONDAY + DAY), 1, MONDAY + WEEK - 1)).toBeUndefined();
    for (const late of [0, 1, DAY, 20 * WEEK])
      expect(vault(listed(MONDAY + DAY), 1, MONDAY + WEEK + late)?.standing).toEqual(vaulted);
    expect(vault(listed(MONDAY), 3, MONDAY + 3 * WEEK - 1)).toBeUndefined();
    expect(vault(listed(MONDAY), 3, MONDAY + 3 * WEEK)?.standing).toMatchObject({ vaultedAt: MONDAY + 3 * WEEK });
  });

  it('takes every lead that is no longer offered, and none that still is or will be', async () => {
    await holds(
      fc.property(aLead(), fc.nat({ max: 4 * WEEK }), fc.integer({ min: 1, max: 3 }), (lead, later, cycles) => {
        const now = lead.standing.listedAt - WEEK + later;
        const isDue = lead.standing.state === 'listed' && lead.standing.listedAt < shelfStart(now, cycles);
        const isLeft = isOffered(lead, now, cycles) || lead.standing.listedAt > now;
        expect(vault(lead, cycles, now) !== undefined).toBe(isDue);
        return !(isDue && isLeft) && (lead.standing.state !== 'listed' || isDue || isLeft);
      }),
    );
  });

  it('takes a lead from the list only, and no lead of the vault is sold', async () => {
    await holds(
      fc.property(aLead(), (lead) => {
        const taken = vault(lead, 1, lead.standing.listedAt + WEEK);
        return lead.standing.state === 'listed'
          ? taken !== undefined && sell(taken, 'purchase', MONDAY) === undefined
          : taken === undefined;
      }),
    );
  });

  it('lets a lead go when its 90 days are over, from that instant on', async () => {
    const end = MONDAY + VAULT_WINDOW;
    expect(expire(vaulted(MONDAY), end - 1)).toBeUndefined();
    for (const late of [0, 1, 5 * WEEK])
      expect(expire(vaulted(MONDAY), end + late)?.standing).toEqual({
        state: 'expired',
        listedAt: MONDAY - WEEK,
        vaultedAt: MONDAY,
        expiredAt: end,
      });
    await holds(
      fc.property(aLead(), fc.nat({ max: 200 * DAY }), (lead, later) => {
        const now = (lead.standing.state === 'vaulted' ? lead.standing.vaultedAt : lead.standing.listedAt) + later;
        const isOver = lead.standing.state === 'vaulted' && now >= lead.standing.vaultedAt + VAULT_WINDOW;
        return (expire(lead, now) !== undefined) === isOver && !(isOver && isInVault(lead, now));
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

describe('a withdrawal', () => {
  it.each(['listed', 'vaulted'] as const)('takes a %s lead away for good', (state) => {
    const lead = state === 'listed' ? listed(MONDAY) : vaulted(MONDAY);
    const withdrawn = withdraw(lead, MONDAY + DAY);
    expect(withdrawn?.standing).toEqual({
      state: 'withdrawn',
      listedAt: lead.standing.listedAt,
      withdrawnAt: MONDAY + DAY,
    });
    const later = MONDAY + 60 * WEEK;
    expect(withdrawn && [withdraw(withdrawn, later), vault(withdrawn, 1, later), expire(withdrawn, later)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(withdrawn && [isOffered(withdrawn, later, 52), isInVault(withdrawn, later)]).toEqual([false, false]);
  });

  it('of a scheduled lead comes before it is ever seen', () => {
    expect(withdraw(listed(MONDAY + WEEK), MONDAY)?.standing.state).toBe('withdrawn');
  });

  it('of a sold, expired or withdrawn lead is impossible', async () => {
    await holds(
      fc.property(aLead(), (lead) => {
        const { state } = lead.standing;
        return (withdraw(lead, MONDAY) !== undefined) === (state === 'listed' || state === 'vaulted');
      }),
    );
  });

  it('takes a sold lead only for the purchase that has it', async () => {
    const sold = sell(listed(MONDAY), 'p1', MONDAY + DAY);
    expect(sold && withdrawSold(sold, 'p1', MONDAY + WEEK)?.standing).toEqual({
      state: 'withdrawn',
      listedAt: MONDAY,
      withdrawnAt: MONDAY + WEEK,
    });
    expect(sold && withdrawSold(sold, 'p2', MONDAY + WEEK)).toBeUndefined();
    await holds(fc.property(aLead(), (lead) => withdrawSold(lead, 'p1', MONDAY) === undefined));
  });
});

describe('the life of a lead', () => {
  /** What may follow what; from sold only for the purchase that has it. */
  const FOLLOWING: Readonly<Record<LeadStanding['state'], readonly LeadStanding['state'][]>> = {
    listed: ['sold', 'vaulted', 'withdrawn'],
    sold: ['listed', 'withdrawn'],
    vaulted: ['expired', 'withdrawn'],
    expired: [],
    withdrawn: [],
  };

  it('knows no step but these, never goes back but from sold, and never forgets when it was listed', async () => {
    await holds(
      fc.property(aLead(), fc.integer({ min: -WEEK, max: 200 * DAY }), (lead, later) => {
        const { standing } = lead;
        const now = standing.listedAt + later;
        const owner = standing.state === 'sold' ? standing.purchaseId : 'nobody';
        const steps = [
          sell(lead, 'p', now),
          vault(lead, 1, now),
          expire(lead, now),
          withdraw(lead, now),
          relist(lead, owner),
          withdrawSold(lead, owner, now),
        ];
        for (const next of steps.filter((one) => one !== undefined)) {
          expect(FOLLOWING[standing.state]).toContain(next.standing.state);
          expect(next).toEqual({ ...lead, standing: next.standing });
          expect(next.standing.listedAt).toBe(standing.listedAt);
        }
        const fromSold = [sell(lead, 'p', now), vault(lead, 1, now), expire(lead, now), withdraw(lead, now)];
        if (standing.state === 'sold') expect(fromSold.filter((one) => one !== undefined)).toEqual([]);
      }),
    );
  });

  it('ends its shelf at a weekly instant, so many cycles after the one it was listed in', async () => {
    expect(shelfEnd(MONDAY, 1)).toBe(MONDAY + WEEK);
    expect(shelfEnd(MONDAY + WEEK - 1, 2)).toBe(MONDAY + 2 * WEEK);
    await holds(
      fc.property(fc.nat({ max: MONDAY }), fc.integer({ min: 1, max: 52 }), (listedAt, cycles) => {
        const end = shelfEnd(listedAt, cycles);
        return weekStart(end) === end && end > listedAt + (cycles - 1) * WEEK && end <= listedAt + cycles * WEEK;
      }),
    );
  });
});

describe('an erased lead', () => {
  const NOTHING = { firstName: '', lastName: '', email: undefined, phone: undefined, address1: undefined };

  it('holds nothing of its contact, and all else as it was', async () => {
    await holds(
      fc.property(aLead(), (lead) => {
        expect(eraseContact(lead)).toEqual({ ...lead, contact: NOTHING });
      }),
    );
  });

  it('tells nothing of a person who asked for it: its description is gone too', async () => {
    await holds(
      fc.property(aLead(), (lead) => {
        expect(forgetPerson(lead)).toEqual({ ...lead, contact: NOTHING, description: '' });
      }),
    );
  });
});
