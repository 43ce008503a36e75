import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { parse } from 'csv-parse/sync';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Route } from 'wouter';

import { answer, callsOf, OMAR, open, signedIn, toasts, unreachable, useAccounts } from '#tests/support/accounts.tsx';
import { PATIENCE } from '#tests/support/patience.ts';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { inZone } from '#tests/support/zones.ts';
import { answerVault, EMPTY_LEAD, SUBSCRIBER, vaultedLead } from '#tests/support/web-vault.ts';
import { LARGEST_EXPORT } from '#domain/lead-csv.ts';
import { UNREACHED } from '#web/api.ts';
import { LeadVaultDashboard } from '#web/screens/lead-vault-dashboard.tsx';
import { cancelExport, useExport } from '#web/stores/export-vault.ts';
import { meetVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

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
const START = '{"status":"success","data":[';

/** By this clock it is time for a pause, and for another count, whenever it is looked at. */
const everyLookIsLate = (): void => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
};

/** Answers the export piece by piece, as the test says; `break` at the end breaks the connection. */
const slowly = (status = 200) => {
  let to: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isGone = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (to = controller),
    cancel: () => void (isGone = true),
  });
  answer(EXPORT, () => new HttpResponse(body, { status, headers: { 'content-type': 'application/json' } }));
  const send = (some: string | Uint8Array): void =>
    to?.enqueue(typeof some === 'string' ? new TextEncoder().encode(some) : some);
  const end = (last: string): void => {
    if (last === 'break') return to?.error(new Error('cut'));
    send(last);
    to?.close();
  };
  return { send, end, isGone: () => isGone };
};

const rowsOf = async (file: Blob | undefined) =>
  parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file?.arrayBuffer()), {
    bom: true,
  }) as readonly string[][];

describe("'Export CSV'", () => {
  test('saves what a foreign parser reads as the rows, under the day where the user is', async () => {
    answer(
      EXPORT,
      exported(
        vaultedLead(1, { description: 'Said "soon",\nthen\r\nleft; ünïcode 😀', address1: '1 Main St' }),
        vaultedLead(2, { ...EMPTY_LEAD, city: 'Austin' }),
        vaultedLead(3, { description: '=1+1', phoneNumber: '+1 512 555 0100' }),
      ),
    );
    await inZone('America/Chicago', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 23, 59) });
      await exportAt();
      await waitFor(() => expect(saved).toHaveLength(1));
    });
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

  test('takes what was typed a moment ago: it does not wait for the typing to rest', async () => {
    answer(EXPORT, exported(vaultedLead(1)));
    open(`${DASHBOARD}?state=CO`, <Route path={DASHBOARD} component={LeadVaultDashboard} />);
    const exporting = await button();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'denver' } });
    fireEvent.click(exporting);
    await waitFor(() => expect(callsOf(EXPORT).map(({ call }) => call)).toEqual([`${EXPORT}?search=denver&state=CO`]));
  });

  test("says 'Exporting...' meanwhile, ignores a second click, and tells how many rows there are", async () => {
    const reply = held();
    answer(EXPORT, async () => {
      await reply.released;
      return exported(vaultedLead(1), vaultedLead(2))();
    });
    await exportAt();
    await userEvent.click(await screen.findByRole('button', { name: 'Exporting...' }));
    reply.release();
    await waitFor(() => expect(toasts()).toEqual(['Export ready: 2 leads exported.']));
    expect(callsOf(EXPORT)).toHaveLength(1);
    expect(await button()).toBeDefined();
  });

  test('pauses again and again while it writes ten thousand rows', async () => {
    everyLookIsLate();
    const lines = Array.from({ length: 10_000 }, (_, index) => JSON.stringify(vaultedLead(index)));
    answer(EXPORT, () => new HttpResponse(`${START}\n${lines.join(',\n')}]}`));
    const counts: number[] = [];
    let turns = 0;
    let turnsByThen = 0;
    const stop = useExport.subscribe(({ count }) => {
      counts.push(count);
      if (count > 0) turnsByThen = turns;
      setImmediate(() => (turns += 1));
    });
    await exportAt();
    await waitFor(() => expect(saved).toHaveLength(1));
    stop();
    const steps = counts.filter((count) => count > 0).map((count, index, all) => count - (all[index - 1] ?? 0));
    expect(steps.length).toBeGreaterThan(20);
    expect(Math.max(...steps)).toBeLessThan(500);
    expect(turnsByThen, 'what else was to do was done meanwhile').toBeGreaterThan(steps.length / 2);
    expect(await rowsOf(saved[0]?.file)).toHaveLength(10_001);
  });

  test.each([
    ['', 'Choose a state'],
    ['?state=TX', 'Search for a city'],
  ])('tells whoever gets as many leads as one file holds how to get the others: %s', async (query, how) => {
    answer(EXPORT, exported(...Array.from({ length: LARGEST_EXPORT }, (_, index) => vaultedLead(index))));
    await exportAt(query);
    const words = `Export ready: 10,000 leads exported, the most that one file holds. ${how} for the others.`;
    await waitFor(() => expect(toasts()).toEqual([words]));
  });

  test('keeps every row of a file of several megabytes, in their order', async () => {
    const numbers = Array.from({ length: 150 }, (_, index) => index);
    const lines = numbers.map((number) => JSON.stringify(vaultedLead(number, { description: 'x'.repeat(20_000) })));
    answer(EXPORT, () => new HttpResponse(`${START}\n${lines.join(',\n')}]}`));
    await exportAt();
    await waitFor(() => expect(toasts()).toEqual(['Export ready: 150 leads exported.']));
    const [head, ...rows] = await rowsOf(saved[0]?.file);
    expect(head).toEqual(['Name', 'Email', 'Phone', 'Location', 'Notes']);
    expect(rows.map(([name]) => name)).toEqual(numbers.map((number) => `Elena Okafor ${number}`));
  });

  test('shows how many leads have come so far, wherever what comes is cut', async () => {
    everyLookIsLate();
    const { send, end } = slowly();
    await exportAt();
    const [first = '', second = ''] = [1, 2].map((index) => JSON.stringify(vaultedLead(index, { description: 'ü😀' })));
    const bytes = new TextEncoder().encode(`${START}\n${first},\n${second}`);
    // In the middle of the last emoji.
    send(bytes.slice(0, bytes.lastIndexOf(0xf0) + 2));
    await screen.findByText('1 lead so far');
    send(bytes.slice(bytes.lastIndexOf(0xf0) + 2));
    end(']}');
    await waitFor(() => expect(toasts()).toEqual(['Export ready: 2 leads exported.']));
    expect(screen.queryByText(/so far$/)).toBeNull();
    expect((await rowsOf(saved[0]?.file)).map((row) => row[4])).toEqual(['Notes', 'ü😀', 'ü😀']);
  });

  test("that is cancelled saves nothing, says so, and leaves the focus on 'Export CSV'", async () => {
    const { send, isGone } = slowly();
    await exportAt();
    send(`${START}\n${JSON.stringify(vaultedLead(1))},\n`);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(toasts()).toEqual(['Export cancelled: No file was saved.']));
    expect(document.activeElement).toBe(await button());
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await waitFor(() => expect(isGone()).toBe(true));
    expect(saved).toEqual([]);

    answer(EXPORT, exported(vaultedLead(1)));
    await userEvent.click(await button());
    await waitFor(() => expect(saved).toHaveLength(1));
  });

  test('that is cancelled when the last lead has come saves nothing either', async () => {
    everyLookIsLate();
    answer(EXPORT, exported(vaultedLead(1)));
    onTestFinished(useExport.subscribe(({ count }) => count === 1 && cancelExport()));
    await exportAt();
    await waitFor(() => expect(toasts()).toEqual(['Export cancelled: No file was saved.']));
    expect(saved).toEqual([]);
  });

  test('is kept in memory for a minute, while the browser fetches it, and no longer', async () => {
    const letGo = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    answer(EXPORT, exported(vaultedLead(1)));
    open(DASHBOARD, <Route path={DASHBOARD} component={LeadVaultDashboard} />);
    const exporting = await button();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    fireEvent.click(exporting);
    await vi.waitFor(() => expect(saved).toHaveLength(1), PATIENCE);
    await act(() => vi.advanceTimersByTimeAsync(59_000));
    expect(letGo).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(letGo).toHaveBeenCalledExactlyOnceWith('blob:made');
  });

  test("never takes the focus from 'Cancel' while it counts on: that would break off a press of the Space bar", async () => {
    everyLookIsLate();
    const { send } = slowly();
    await exportAt();
    send(`${START}\n${JSON.stringify(vaultedLead(1))},\n`);
    const cancel = await screen.findByRole('button', { name: 'Cancel' });
    cancel.focus();
    const onBlur = vi.fn<() => void>();
    cancel.addEventListener('blur', onBlur);
    send(`${JSON.stringify(vaultedLead(2))},\n`);
    await screen.findByText('2 leads so far');
    expect(onBlur).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(cancel);
  });

  test.each([
    ['signs out', 'nobody'],
    ['is somebody else', { ...SUBSCRIBER, email: 'else@example.com' }],
  ] as const)('ends without a file when who asked for it %s', async (_name, next) => {
    everyLookIsLate();
    const { send, isGone } = slowly();
    await exportAt();
    send(`${START}\n${JSON.stringify(vaultedLead(1))},\n`);
    await screen.findByText('1 lead so far');
    act(() => meetVisitor(SUBSCRIBER));
    expect(useExport.getState().isBusy).toBe(true);
    act(() => meetVisitor(next));
    await waitFor(() => expect(isGone()).toBe(true));
    await waitFor(() => expect(toasts()).toContain('Export cancelled: No file was saved.'));
    expect(saved).toEqual([]);
  });

  test('goes on when a link that is opened in another tab gives its user another address', async () => {
    everyLookIsLate();
    answer('GET auth/me', signedIn({ ...SUBSCRIBER, pendingEmail: 'new@example.com' }));
    const { send, end } = slowly();
    await exportAt();
    send(`${START}\n${JSON.stringify(vaultedLead(1))},\n`);
    await screen.findByText('1 lead so far');
    act(() => meetVisitor({ ...SUBSCRIBER, email: 'new@example.com' }));
    end(`${JSON.stringify(vaultedLead(2))}]}`);
    await waitFor(() => expect(toasts()).toEqual(['Export ready: 2 leads exported.']));
  });

  test('is read no further than to the first row of another shape', async () => {
    const { send, isGone } = slowly();
    await exportAt();
    send(`${START}\n${JSON.stringify(vaultedLead(1))},\n{"id":1},\n`);
    await waitFor(() => expect(toasts()).toEqual(['Error: Unexpected response format.']));
    await waitFor(() => expect(isGone()).toBe(true));
  });

  test.each([
    ['whose connection breaks', 'break', UNREACHED],
    ['that ends too early', '', 'Unexpected response format.'],
  ])('%s in the middle never makes a file', async (_name, last, text) => {
    const { send, end } = slowly();
    await exportAt();
    send(`${START}\n${JSON.stringify(vaultedLead(1))},\n${JSON.stringify(vaultedLead(2))}`);
    await screen.findByRole('button', { name: 'Cancel' });
    end(last);
    await waitFor(() => expect(toasts()).toEqual([`Error: ${text}`]));
    expect(saved).toEqual([]);
    expect(await button()).toBeDefined();
  });

  test.each([
    ['of which', 200],
    ['of whose refusal', 503],
  ])('%s nothing more has come for 30 s has failed, and makes no file', async (_what, status) => {
    const { send, isGone } = slowly(status);
    open(DASHBOARD, <Route path={DASHBOARD} component={LeadVaultDashboard} />);
    const exporting = await button();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    fireEvent.click(exporting);
    await vi.waitFor(() => expect(callsOf(EXPORT)).toHaveLength(1), PATIENCE);
    await act(() => vi.advanceTimersByTimeAsync(29_000));
    send(`${START}\n${JSON.stringify(vaultedLead(1))},\n`);
    await act(() => vi.advanceTimersByTimeAsync(29_000));
    expect(toasts()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    await vi.waitFor(() => expect(toasts()).toEqual([`Error: ${UNREACHED}`]), PATIENCE);
    await vi.waitFor(() => expect(isGone()).toBe(true), PATIENCE);
    expect(saved).toEqual([]);
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
    ['too many tries', () => failure(429, 'TOO_MANY_TRIES', 'Try again later.'), 'Try again later.'],
    ['too many exports at once', () => failure(503, 'BUSY', 'Too many exports.'), 'Too many exports.'],
    ['an error page', () => new HttpResponse('<h1>', { status: 502 }), 'Failed to export leads.'],
    ['no answer', unreachable, UNREACHED],
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
    expect(toasts()).toEqual(['Your subscription has ended: Subscribe again to go on.']);
  });
});
