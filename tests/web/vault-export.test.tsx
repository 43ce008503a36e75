import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { parse } from 'csv-parse/sync';
import { delay, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from 'wouter';

import { answer, callsOf, OMAR, open, signedIn, toasts, unreachable, useAccounts } from '#tests/support/accounts.tsx';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { answerVault, EMPTY_LEAD, SUBSCRIBER, vaultedLead } from '#tests/support/web-vault.ts';
import { LeadVaultDashboard } from '#web/screens/lead-vault-dashboard.tsx';

useWebApi();
useAccounts();

const DASHBOARD = '/lead-vault-dashboard';
const EXPORT = 'GET good-lead/export';

/** The files that the browser was made to save. */
const saved: { readonly name: string; readonly file: Blob }[] = [];

beforeEach(() => {
  saved.length = 0;
  let file = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    file = made as Blob;
    return 'blob:made';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, file });
  });
  answer('GET auth/me', signedIn(SUBSCRIBER));
  answerVault([vaultedLead(1)]);
});

const exported =
  (...data: readonly unknown[]) =>
  () =>
    HttpResponse.json({ status: 'success', data });
const button = () => screen.findByRole('button', { name: 'Export CSV' });
const exportAt = async (query = '') => {
  open(DASHBOARD + query, <Route path={DASHBOARD} component={LeadVaultDashboard} />);
  await userEvent.click(await button());
};
const rowsOf = async (file: Blob | undefined) =>
  parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file?.arrayBuffer()), {
    bom: true,
  }) as readonly string[][];

describe("'Export CSV'", () => {
  test('saves what a foreign parser reads as the rows, under the day where the user is', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 23, 59) });
    answer(
      EXPORT,
      exported(
        vaultedLead(1, { description: 'Said "soon",\nthen\r\nleft; ünïcode 😀', address1: '1 Main St' }),
        vaultedLead(2, { ...EMPTY_LEAD, city: 'Austin' }),
        vaultedLead(3, { description: '=1+1', phoneNumber: '+1 512 555 0100' }),
      ),
    );
    await exportAt();
    await waitFor(() => expect(saved).toHaveLength(1));
    vi.useRealTimers();
    expect(saved[0]?.name).toBe('lead-vault-export-2026-11-21.csv');
    expect(saved[0]?.file.type).toBe('text/csv;charset=utf-8');
    expect(await rowsOf(saved[0]?.file)).toEqual([
      ['Name', 'Email', 'Phone', 'Location', 'Notes'],
      ['Elena Okafor 1', 'elena1@example.com', '(512) 555-0100', '1 Main St', 'Said "soon",\nthen\r\nleft; ünïcode 😀'],
      ['', '', '', 'Austin', ''],
      ['Elena Okafor 3', 'elena3@example.com', '+1 512 555 0100', 'Denver', "'=1+1"],
    ]);
  });

  test('takes the current search, state and sort, not the page', async () => {
    answer(EXPORT, exported(vaultedLead(1)));
    await exportAt('?search=den&state=CO&sort=price-asc&page=1');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(callsOf(EXPORT).map(({ call }) => call)).toEqual([
      `${EXPORT}?search=den&state=CO&sortBy=price&sortOrder=asc`,
    ]);
  });

  test("says 'Exporting...' meanwhile, ignores a second click, and tells how many rows there are", async () => {
    answer(EXPORT, async () => {
      await delay(100);
      return exported(vaultedLead(1), vaultedLead(2))();
    });
    await exportAt();
    await userEvent.click(await screen.findByRole('button', { name: 'Exporting...' }));
    await waitFor(() => expect(toasts()).toEqual(['Export ready: 2 leads exported.']));
    expect(callsOf(EXPORT)).toHaveLength(1);
    expect(await button()).toBeDefined();
  });

  test('lets the page breathe while it writes ten thousand rows', async () => {
    answer(EXPORT, exported(...Array.from({ length: 10_000 }, (_, index) => vaultedLead(index))));
    let now = 0;
    let longest = 0;
    let began = 0;
    // A clock that advances with each row written: by it no stretch without a breath is longer than 50 ms.
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 0.01;
      longest = Math.max(longest, now - began);
      return now;
    });
    const timeout = globalThis.setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, wait?: number) => {
      if (wait === 0) began = now;
      return timeout(run, wait);
    }) as typeof setTimeout);
    await exportAt();
    await waitFor(() => expect(toasts()).toEqual(['Export ready: 10,000 leads exported.']));
    expect(longest).toBeLessThan(50);
    expect(await rowsOf(saved[0]?.file)).toHaveLength(10_001);
  });

  test("of nothing says 'No Data' and saves nothing", async () => {
    answer(EXPORT, exported());
    await exportAt();
    await waitFor(() => expect(toasts()).toEqual(['No Data: No leads available for export.']));
    expect(saved).toEqual([]);
  });

  test.each([
    ['a status other than success', () => HttpResponse.json({ status: 'error', data: [] })],
    ['data that is no array', () => HttpResponse.json({ status: 'success', data: {} })],
    ['no data', () => HttpResponse.json({ status: 'success' })],
    ['rows of another shape', () => HttpResponse.json({ status: 'success', data: [{ id: 1 }] })],
    ['no JSON', () => new HttpResponse('<h1>')],
  ])("answered with %s says 'Unexpected response format.'", async (_name, reply) => {
    answer(EXPORT, reply);
    await exportAt();
    await waitFor(() => expect(toasts()).toEqual(['Error: Unexpected response format.']));
    expect(saved).toEqual([]);
  });

  test.each([
    ['the words of the server', () => failure(429, 'TOO_MANY_TRIES', 'Try again later.'), 'Try again later.'],
    ['an error page', () => new HttpResponse('<h1>', { status: 502 }), 'Failed to export leads.'],
    ['no answer', unreachable, 'Failed to export leads.'],
  ])("that fails with %s is told as 'Error'", async (_name, reply, text) => {
    answer(EXPORT, reply);
    await exportAt();
    await waitFor(() => expect(toasts()).toEqual([`Error: ${text}`]));
    expect(await button()).toBeDefined();
  });

  test('that is refused because the subscription has ended leads to the not-subscribed screen', async () => {
    answer(EXPORT, () => {
      answer('GET auth/me', signedIn(OMAR));
      return failure(403, 'SUBSCRIPTION_REQUIRED', 'No.');
    });
    await exportAt();
    const title = await screen.findByRole('heading', { level: 1, name: "You're not subscribed" });
    expect(document.activeElement).toBe(title);
    expect(toasts()).toEqual([]);
  });
});
