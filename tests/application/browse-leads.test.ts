import { describe, expect, it } from 'vitest';

import { DAY, WEEK } from '#domain/instant.ts';
import { VAULT_WINDOW } from '#domain/lead.ts';
import type { Lead, LeadStanding } from '#domain/lead.ts';
import { weekStart } from '#domain/week.ts';
import { NOW, aLeadOnOffer, openShop } from './shop.ts';

const MONDAY = weekStart(NOW);

const lead = (id: string, listedAt: number, changes: Partial<Lead> = {}): Lead =>
  aLeadOnOffer({ id, standing: { state: 'listed', listedAt }, ...changes });

const browse = async (leads: readonly Lead[], request: { search?: string; page?: number; size?: number } = {}) => {
  const shop = await openShop({ leads });
  return shop.useCases.browseLeads({ search: '', page: 1, size: 10, ...request });
};

const idsOf = ({ rows }: { readonly rows: readonly { readonly id: string }[] }) => rows.map(({ id }) => id);

describe('the marketplace', () => {
  it('shows newest listings first, then by id', async () => {
    const page = await browse([lead('b', MONDAY), lead('c', MONDAY + DAY), lead('a', MONDAY)]);
    expect(idsOf(page)).toEqual(['c', 'a', 'b']);
  });

  it('shows what is listed this week: nothing of tomorrow, nothing of last week, nothing that is sold', async () => {
    const sold: LeadStanding = { state: 'sold', listedAt: MONDAY, soldAt: NOW, purchaseId: 'other' };
    const page = await browse([
      lead('now', NOW),
      lead('monday', MONDAY),
      lead('later', NOW + 1),
      lead('last week', MONDAY - 1),
      lead('sold', MONDAY, { standing: sold }),
    ]);
    expect(idsOf(page)).toEqual(['now', 'monday']);
    expect(page.totalItems).toBe(2);
  });

  it('shows exactly what can be bought, at the very instants of the week', async () => {
    for (const now of [MONDAY - 1, MONDAY, MONDAY + WEEK - 1, MONDAY + WEEK]) {
      const shop = await openShop({ leads: [lead('lead-1', MONDAY)] });
      shop.clock.set(now);
      const { totalItems } = await shop.useCases.browseLeads({ search: '', page: 1, size: 10 });
      expect((await shop.buy()).is === 'opened').toBe(totalItems === 1);
    }
  });

  it('shows no contact, only whether there is one', async () => {
    const bare = { firstName: 'Bo', lastName: 'Ng', email: undefined, phone: undefined, address1: undefined };
    const { rows } = await browse([lead('a', NOW), lead('b', NOW, { contact: bare, description: '' })]);
    expect(rows).toEqual([
      {
        id: 'a',
        city: 'Austin',
        state: 'TX',
        price: 2_500,
        description: 'Three bedrooms, near a school.',
        hasEmail: true,
        hasPhoneNumber: true,
      },
      {
        id: 'b',
        city: 'Austin',
        state: 'TX',
        price: 2_500,
        description: '',
        hasEmail: false,
        hasPhoneNumber: false,
      },
    ]);
  });

  it('comes in pages; past the end is the last one, and nothing at all is page 1 of 0', async () => {
    const leads = Array.from({ length: 23 }, (_, index) => lead(`lead ${10 + index}`, NOW));
    expect(await browse(leads, { page: 2 })).toMatchObject({ currentPage: 2, totalPages: 3, totalItems: 23 });
    expect(idsOf(await browse(leads, { page: 99 }))).toEqual(['lead 30', 'lead 31', 'lead 32']);
    expect(await browse(leads, { page: 99 })).toMatchObject({ currentPage: 3, totalPages: 3 });
    expect(await browse([])).toEqual({ rows: [], currentPage: 1, totalPages: 0, totalItems: 0 });
  });

  it('counts only what answers the search', async () => {
    const dallas = lead('dallas', NOW, { place: { city: 'Dallas', state: 'TX' } });
    const page = await browse([lead('austin', NOW), dallas], { search: ' austin, tx ' });
    expect(idsOf(page)).toEqual(['austin']);
    expect(page).toMatchObject({ totalItems: 1, totalPages: 1 });
  });
});

describe('the example leads', () => {
  const vaulted = (id: string, price: number, vaultedAt = NOW - DAY): Lead =>
    aLeadOnOffer({ id, price, standing: { state: 'vaulted', listedAt: vaultedAt - WEEK, vaultedAt } });

  it('are the five vaulted leads of highest original price', async () => {
    const prices = [1_000, 7_000, 3_000, 9_000, 5_000, 2_000, 8_000];
    const shop = await openShop({
      leads: [...prices.map((price) => vaulted(`v${price}`, price)), aLeadOnOffer({ price: 99_999 })],
    });
    expect((await shop.useCases.showExamples()).map(({ price }) => price)).toEqual([9_000, 8_000, 7_000, 5_000, 3_000]);
  });

  it('mask their contact, or say N/A', async () => {
    const bare = { firstName: 'Bo', lastName: 'Ng', email: undefined, phone: undefined, address1: undefined };
    const shop = await openShop({ leads: [vaulted('a', 2_000), { ...vaulted('b', 1_000), contact: bare }] });
    expect(await shop.useCases.showExamples()).toEqual([
      {
        id: 'a',
        city: 'Austin',
        state: 'TX',
        email: 'a•••@e•••.com',
        phone: '(512) 555-••••',
        description: 'Three bedrooms, near a school.',
        price: 2_000,
      },
      {
        id: 'b',
        city: 'Austin',
        state: 'TX',
        email: 'N/A',
        phone: 'N/A',
        description: 'Three bedrooms, near a school.',
        price: 1_000,
      },
    ]);
  });

  it('leave with the vault after 90 × 24 hours, to the millisecond', async () => {
    const shop = await openShop({ leads: [vaulted('old', 1_000, NOW - VAULT_WINDOW + 1)] });
    expect(await shop.useCases.showExamples()).toHaveLength(1);
    shop.clock.step(1);
    expect(await shop.useCases.showExamples()).toEqual([]);
  });
});
