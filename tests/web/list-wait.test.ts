import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { leadsAddress } from '#web/leads-address.ts';
import { loadLeads, stopLeads } from '#web/stores/leads.ts';
import { leaveVault, loadVault } from '#web/stores/vault.ts';
import { vaultAddress } from '#web/vault-address.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  stopLeads();
  leaveVault();
  vi.useRealTimers();
});

test.each([
  ['the marketplace', 'unsold', (page: number) => loadLeads(leadsAddress(`?page=${page}`))],
  ['the vault', 'vault', (page: number) => loadVault(vaultAddress(`?page=${page}`))],
])('the list of %s asks after 150 ms, and once for all that was wanted meanwhile', async (_which, path, load) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return new Promise(() => {});
  });
  void load(1);
  await vi.advanceTimersByTimeAsync(100);
  void load(2);
  await vi.advanceTimersByTimeAsync(149);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([expect.stringMatching(`${path}.*[?&]page=2&`)]);
});
