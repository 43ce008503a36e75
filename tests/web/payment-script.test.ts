import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { script, writePaymentTags } from '#tests/support/payment-tags.ts';
import { paymentScript, paymentTitle, ScriptMissing } from '#web/payment-script.ts';

const load = vi.fn<(publicKey: string) => Promise<unknown>>();
const stripe = () => paymentScript(new Map([['stripe', async () => load]]));
const never = () => new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
  load.mockReset();
  writePaymentTags({ script: script('pk_test_1') });
});
afterEach(() => vi.useRealTimers());

describe('the script of the payment provider', () => {
  test('is not loaded where the server names none', async () => {
    writePaymentTags();
    const { begin, ready } = stripe();
    begin();
    await ready();
    expect(load).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is loaded once, with the public key, however often it is begun and waited for', async () => {
    load.mockResolvedValue({});
    const { begin, ready } = stripe();
    begin();
    begin();
    await Promise.all([ready(), ready()]);
    expect(load.mock.calls).toEqual([['pk_test_1']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that cannot be loaded is told in the words of the shop, and the next try is a new one', async () => {
    load.mockRejectedValueOnce(new Error('no network'));
    const { ready } = stripe();
    await expect(ready()).rejects.toThrow(new ScriptMissing('Stripe failed to load.'));
    load.mockResolvedValueOnce({});
    await expect(ready()).resolves.toBeUndefined();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('that failed before anybody needed it is asked for anew when it is needed', async () => {
    load.mockRejectedValueOnce(new Error('no network')).mockResolvedValueOnce({});
    const { begin, ready } = stripe();
    begin();
    await vi.advanceTimersByTimeAsync(0);
    await expect(ready()).resolves.toBeUndefined();
  });

  test('that throws at once is a failure too', async () => {
    load.mockImplementation(() => {
      throw new Error('not a key');
    });
    const { begin, ready } = stripe();
    begin();
    await expect(ready()).rejects.toThrow('Stripe failed to load.');
  });

  test('is waited for 8 seconds and no longer', async () => {
    load.mockImplementation(never);
    const settled = vi.fn<(outcome: unknown) => void>();
    stripe().ready().then(settled, settled);
    await vi.advanceTimersByTimeAsync(7_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith(new ScriptMissing('Stripe failed to load.'));
  });

  test('that comes late is there for the next try', async () => {
    let arrive = (_script: unknown): void => {};
    load.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
    const { ready } = stripe();
    const first = ready().catch(String);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await first).toBe('ScriptMissing: Stripe failed to load.');
    arrive({});
    await expect(ready()).resolves.toBeUndefined();
    expect(load).toHaveBeenCalledOnce();
  });

  test('is not asked for by what only fetches our own part of it, and nothing is where the server names none', async () => {
    const part = vi.fn<() => Promise<typeof load>>().mockResolvedValue(load);
    const { prepare } = paymentScript(new Map([['stripe', part]]));
    prepare();
    expect(part).toHaveBeenCalledOnce();
    writePaymentTags();
    prepare();
    await vi.advanceTimersByTimeAsync(0);
    expect(part).toHaveBeenCalledOnce();
    expect(load).not.toHaveBeenCalled();
  });

  test('whose own part did not come with the dialogs is told when it is needed, and that a reload helps', async () => {
    const part = vi.fn<() => Promise<typeof load>>().mockRejectedValue(new Error('no network'));
    const { prepare, begin, ready } = paymentScript(new Map([['stripe', part]]));
    prepare();
    begin();
    await vi.advanceTimersByTimeAsync(0);
    await expect(ready()).rejects.toMatchObject({ message: 'Stripe failed to load.', needsReload: true });
  });

  test('has its own part fetched with the dialogs, ahead of the click', async () => {
    vi.useRealTimers();
    onTestFinished(() => vi.doUnmock('@stripe/stripe-js/pure'));
    const fetched = vi.fn<() => void>();
    vi.doMock('@stripe/stripe-js/pure', () => {
      fetched();
      return { loadStripe: load };
    });
    vi.resetModules();
    await import('#web/components/purchase-dialogs.tsx');
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
    expect(load).not.toHaveBeenCalled();
  });

  test('of a provider that the web does not know keeps the browser in the shop, in the name of that provider', async () => {
    writePaymentTags({ title: 'Other Pay', script: script('pk_test_1', 'constructor') });
    await expect(stripe().ready()).rejects.toThrow('Other Pay failed to load.');
  });
});

describe('the words of the shop', () => {
  test.each(['Stripe', 'Other Pay'])('name the provider as the server does, with a script or without: %s', (title) => {
    writePaymentTags({ title });
    expect(paymentTitle()).toBe(title);
  });

  test('name none where the payment pages are the shop’s own', () => {
    document.head.innerHTML = '';
    expect(paymentTitle()).toBe('The payment page');
  });
});
