import { afterAll, beforeAll, describe, test } from 'vitest';

import type { Outside } from '#config/outside.ts';
import { prove, reach, sabotaged } from './promise.ts';
import { serverStore } from './server-store.ts';
import { positions } from './vault-instants.ts';
import { leaversOn } from './vault-leavers.ts';

describe('the vault', () => {
  test('shows unsold leads for 90 × 24 hours, and no others, at any millisecond', async () => {
    await prove('I11', { what: 'leads at instants' }, positions(reach(10_000, 1_000_000)));
  });

  describe('on the real PostgreSQL', () => {
    let server: Awaited<ReturnType<typeof serverStore>>;
    beforeAll(async () => void (server = await serverStore()));
    afterAll(() => server.close());

    test('shows the same there', async () => {
      await prove('I11', { what: 'leads at instants on PostgreSQL' }, positions(reach(2_000, 50_000), server));
    });

    test('does not show a lead any more that leaves it while others are being read', async () => {
      await prove('I11', { what: 'leads that leave while others are read' }, leaversOn(server, reach(4, 100)));
    });
  });

  test('is noticed to show too much when its query has no bounds of time', async () => {
    const unbounded = (outside: Outside): Outside => {
      const { vault } = outside;
      const always = { vaultedAfter: 0, until: Date.UTC(2100, 0) };
      return {
        ...outside,
        vault: {
          page: (query) => vault.page({ ...query, ...always }),
          all: (query) => vault.all({ ...query, ...always }),
        },
      };
    };
    await sabotaged('I11', { how: 'no bounds of time', sign: /shows a lead listed/ }, positions(2_000, {}, unbounded));
  });

  test('is noticed to count days by a calendar of New York', async () => {
    const offset = (instant: number): number => {
      const parts = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' });
      const text = parts.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      return Number(/GMT([+-]\d+):00/.exec(text)?.[1] ?? 0) * 3_600_000;
    };
    const calendar = (outside: Outside): Outside => {
      const { vault } = outside;
      const shifted = <Query extends { readonly vaultedAfter: number; readonly until: number }>(
        query: Query,
      ): Query => ({
        ...query,
        vaultedAfter: query.vaultedAfter + offset(query.until) - offset(query.vaultedAfter),
      });
      return {
        ...outside,
        vault: { page: (query) => vault.page(shifted(query)), all: (query) => vault.all(shifted(query)) },
      };
    };
    await sabotaged(
      'I11',
      { how: "90 days of New York's calendar", sign: /(shows|lacks) a lead/ },
      positions(20_000, {}, calendar),
    );
  });
});
