import { afterEach, expect, it, vi } from 'vitest';

import { StoreUnavailable } from '#application/ports/atomically.ts';
import { faultyShop, tries } from './faulty-shop.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('why the store is out of reach is in the log, once in ten seconds, and in no answer', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { faults, get, log } = await faultyShop(tries(100));
  const error = new StoreUnavailable('the store is out of reach: 53100');
  faults.store = error;
  const ask = async () => {
    const response = await get('/api/good-lead/unsold');
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('53100');
  };
  const told = () => log.lines.filter(({ event }) => event === 'store out of reach');
  for (let time = 0; time < 3; time += 1) await ask();
  expect(told()).toMatchObject([{ level: 'warn', route: '/api/good-lead/unsold', error }]);
  await vi.advanceTimersByTimeAsync(9_999);
  await ask();
  expect(told()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await ask();
  expect(told()).toHaveLength(2);
});
