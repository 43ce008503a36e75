import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { circuit, LONGEST_CALL, PAUSE } from '#adapters/circuit-breaker/circuit.ts';
import type { Circuit } from '#adapters/circuit-breaker/circuit.ts';
import { breakingPayments } from '#adapters/circuit-breaker/payments.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import {
  ProviderBusy,
  ProviderRefused,
  ProviderUnavailable,
  UnknownCheckout,
} from '#application/ports/payment-provider.ts';
import { NotificationRejected } from '#application/ports/provider-notification.ts';
import { HOUR } from '#domain/instant.ts';
import { simulatedRig } from '#tests/adapters/simulated-checkout/rig.ts';

const away = new ProviderUnavailable('no answer');
const provider = vi.fn<() => Promise<string>>();

let log: ReturnType<typeof memoryLog>;
let run: Circuit;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  provider.mockReset().mockResolvedValue('answer');
  log = memoryLog();
  run = circuit(log);
});
afterEach(() => vi.useRealTimers());

const ask = () => run(provider);
const fail = async (times: number, error: Error = away): Promise<void> => {
  for (let count = 0; count < times; count += 1) {
    provider.mockRejectedValueOnce(error);
    await expect(ask()).rejects.toBe(error);
  }
};
/** Asks, and tells how often the provider was asked by that. */
const askedBy = async (act: () => Promise<unknown>): Promise<number> => {
  const before = provider.mock.calls.length;
  await act();
  return provider.mock.calls.length - before;
};
const refusal = () => expect(ask()).rejects.toThrow(ProviderUnavailable);
const wait = (milliseconds: number): unknown => vi.advanceTimersByTime(milliseconds);
const events = () => log.lines.map(({ level, event }) => `${level}: ${event}`);

const OPENED = 'warn: payment provider left alone';
const CLOSED = 'warn: payment provider is back';

describe('a payment provider that is away', () => {
  it('is left alone after 5 failures in a row: every call fails at once', async () => {
    await fail(5);
    expect(await askedBy(refusal)).toBe(0);
    wait(PAUSE - 1);
    expect(await askedBy(refusal)).toBe(0);
    expect([PAUSE, events()]).toEqual([30_000, [OPENED]]);
    expect(log.lines[0]?.error).toBe(away);
  });

  it('is left alone no longer because a clock that was ahead is set right', async () => {
    await fail(5);
    vi.setSystemTime(Date.now() - 5 * HOUR);
    wait(PAUSE - 1);
    expect(await askedBy(refusal)).toBe(0);
    wait(1);
    expect(await ask()).toBe('answer');
  });

  it('that never ends its answer is away after 7 s, sooner than the shop has to answer', async () => {
    vi.useFakeTimers();
    provider.mockReturnValue(new Promise(() => {}));
    for (let count = 0; count < 5; count += 1) {
      const asked = ask().catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(LONGEST_CALL - 1);
      expect(await Promise.race([asked, Promise.resolve('still waiting')])).toBe('still waiting');
      await vi.advanceTimersByTimeAsync(1);
      expect(await asked).toEqual(new ProviderUnavailable('no whole answer in time'));
    }
    expect([LONGEST_CALL, await askedBy(refusal), events()]).toEqual([7_000, 0, [OPENED]]);
  });

  it('is tried no longer than that either', async () => {
    vi.useFakeTimers();
    await fail(5);
    wait(PAUSE);
    provider.mockReturnValue(new Promise(() => {}));
    const trial = ask().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(LONGEST_CALL);
    expect(await trial).toEqual(new ProviderUnavailable('no whole answer in time'));
    expect(await askedBy(refusal)).toBe(0);
  });

  it('is asked on after 4 failures, and after any number with an answer between', async () => {
    for (let round = 0; round < 3; round += 1) {
      await fail(4);
      expect(await ask()).toBe('answer');
    }
    expect(events()).toEqual([]);
  });

  it('gets one trial after 30 s, and when that is answered every call again', async () => {
    await fail(5);
    wait(PAUSE);
    expect(await ask()).toBe('answer');
    expect(await askedBy(() => Promise.all([ask(), ask(), ask()]))).toBe(3);
    expect(events()).toEqual([OPENED, CLOSED]);
    await fail(4);
    expect(await ask()).toBe('answer');
  });

  it('is left alone for another 30 s when the trial fails, which is not told again', async () => {
    await fail(5);
    for (let round = 0; round < 3; round += 1) {
      wait(PAUSE);
      await fail(1);
      expect(await askedBy(refusal)).toBe(0);
    }
    expect(events()).toEqual([OPENED]);
  });

  it('keeps nobody waiting for the trial of somebody else', async () => {
    await fail(5);
    wait(PAUSE);
    let answer = (_text: string): void => {};
    provider.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const trial = ask();
    expect(await askedBy(refusal)).toBe(0);
    answer('answer');
    expect(await trial).toBe('answer');
    expect(await ask()).toBe('answer');
  });

  it.each([
    new ProviderBusy('429'),
    new ProviderRefused('no'),
    new UnknownCheckout('whose?'),
    new TypeError('a fault of ours'),
  ])('is not what a %s tells of, nor that it is there', async (other) => {
    await fail(10, other);
    await fail(4);
    await fail(3, other);
    expect(await askedBy(() => fail(1))).toBe(1);
    expect(await askedBy(refusal)).toBe(0);
  });

  it('is back when it refuses the trial: it has answered', async () => {
    await fail(5);
    wait(PAUSE);
    await fail(1, new ProviderRefused('400'));
    expect(await ask()).toBe('answer');
    expect(events()).toEqual([OPENED, CLOSED]);
  });

  it('is back when it has too many requests at the trial: it has answered', async () => {
    await fail(5);
    wait(PAUSE);
    await fail(1, new ProviderBusy('429'));
    expect(await ask()).toBe('answer');
    expect(events()).toEqual([OPENED, CLOSED]);
  });

  it('is tried by the next call when a trial has not shown whether it is there', async () => {
    await fail(5);
    wait(PAUSE);
    await fail(1, new UnknownCheckout('not even asked for'));
    expect(events()).toEqual([OPENED]);
    await fail(1);
    expect(await askedBy(refusal)).toBe(0);
    wait(PAUSE);
    await fail(1, new UnknownCheckout('not even asked for'));
    expect(await ask()).toBe('answer');
    expect(events()).toEqual([OPENED, CLOSED]);
  });

  it('still has its notifications read, and refused by their signature', async () => {
    const rig = simulatedRig();
    const payments = breakingPayments(
      { ...rig.payments, readPurchase: () => Promise.reject(away), collect: () => Promise.reject(away) },
      { log },
    );
    for (let times = 0; times < 3; times += 1) await expect(payments.readPurchase('cs_1')).rejects.toBe(away);
    for (let times = 0; times < 2; times += 1) await expect(payments.collect('pi_1')).rejects.toBe(away);
    await expect(payments.closeCheckout('cs_1')).rejects.toThrow(ProviderUnavailable);
    expect((await payments.readNotification(rig.unrelated())).about).toEqual({ kind: 'nothing of ours' });
    for (let times = 0; times < 9; times += 1)
      await expect(payments.readNotification(rig.forged(rig.unrelated()))).rejects.toThrow(NotificationRejected);
    wait(PAUSE);
    await expect(payments.closeCheckout('cs_1')).rejects.toThrow(UnknownCheckout);
  });

  it('has no notification read either while it is left alone, if it has to be asked about each', async () => {
    const rig = simulatedRig();
    const readNotification = vi.fn<typeof rig.payments.readNotification>().mockRejectedValue(away);
    const profile = { ...rig.payments.profile, notifications: 'asked' } as const;
    const payments = breakingPayments({ ...rig.payments, profile, readNotification }, { log });
    for (let times = 0; times < 8; times += 1)
      await expect(payments.readNotification(rig.unrelated())).rejects.toThrow(ProviderUnavailable);
    expect([readNotification.mock.calls.length, events()]).toEqual([5, [OPENED]]);
    await expect(payments.closeCheckout('cs_1')).rejects.toThrow(ProviderUnavailable);
    wait(PAUSE);
    readNotification.mockImplementation(rig.payments.readNotification);
    await payments.readNotification(rig.unrelated());
    expect(events()).toEqual([OPENED, CLOSED]);
  });

  it.each(['signed', 'asked'] as const)(
    'is waited for 7 s by a notification that is %s, and no longer',
    async (how) => {
      vi.useFakeTimers();
      const { payments: usual, unrelated } = simulatedRig();
      const profile = { ...usual.profile, notifications: how };
      const payments = breakingPayments({ ...usual, profile, readNotification: () => new Promise(() => {}) }, { log });
      const reading = payments.readNotification(unrelated()).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(LONGEST_CALL);
      expect(await Promise.race([reading, Promise.resolve('still waiting')])).toEqual(
        new ProviderUnavailable('no whole answer in time'),
      );
    },
  );

  it('is not found away by signed notifications: they are about what it sends, not about what it answers', async () => {
    const { payments: usual, unrelated } = simulatedRig();
    const payments = breakingPayments({ ...usual, readNotification: () => Promise.reject(away) }, { log });
    for (let times = 0; times < 6; times += 1) await expect(payments.readNotification(unrelated())).rejects.toBe(away);
    await expect(payments.closeCheckout('cs_1')).rejects.toThrow(UnknownCheckout);
    expect(events()).toEqual([]);
  });
});
