import { setTimeout as wait } from 'node:timers/promises';

import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';

import { answerWithin } from '#adapters/http/deadline.ts';
import { answerFaults } from '#adapters/http/faults.ts';
import { vaultRoutes } from '#adapters/http/routes/vault-routes.ts';
import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { LimitName, Limits } from '#application/ports/limiter.ts';
import type { Outside } from '#config/outside.ts';
import { DAY } from '#domain/instant.ts';
import { NOW, aLeadOnOffer, openShop } from '#tests/application/shop.ts';
import { somebodyIn } from '#tests/application/subscriber.ts';
import { auditRecord } from '#tests/application/week.ts';

/** In milliseconds. */
const DEADLINE = 100;
const LATE = 3 * DEADLINE;

const PLENTY = { tries: 1_000, seconds: 60 };
const LEAD = aLeadOnOffer({ standing: { state: 'vaulted', listedAt: NOW - 8 * DAY, vaultedAt: NOW - DAY } });

/** More than may run at once. */
const MANY = 4;

/** A subscriber of a shop that gives an answer up when it is late; `slow` is waited for on the way to the first rows. */
const impatient = async (
  slowly: (outside: Outside, slow: () => Promise<void>) => Outside,
  limits: Limits = { ...DEFAULT_LIMITS, export: PLENTY, 'export-burst': PLENTY },
) => {
  const record = auditRecord();
  const delay = { milliseconds: LATE };
  const outsideOf = (outside: Outside): Outside => slowly(record.around(outside), () => wait(delay.milliseconds));
  const limiter = memoryLimiter(limits);
  const shop = await openShop({ leads: [LEAD], around: (outside) => outsideOf({ ...outside, limiter }) });
  delay.milliseconds = 0;
  const dana = await somebodyIn(shop);
  await dana.becomeSubscriber();
  const app = new Hono()
    .use(answerWithin(DEADLINE, (c) => c.text('late', 503)))
    .route('/', vaultRoutes({ ...shop.useCases, ...shop.outside, clientAddress: () => '203.0.113.7', https: false }))
    .onError(answerFaults(shop.log));
  return {
    exported: async (milliseconds = 0) => {
      delay.milliseconds = milliseconds;
      return app.request('/api/good-lead/export', { headers: { cookie: `session=${dana.session()}` } });
    },
    entries: () => record.entries.filter(({ action }) => action === 'export').map(({ note }) => note),
    counts: () => shop.log.lines.filter(({ event }) => event === 'vault exported').map(({ count }) => count),
  };
};

const slowRows = (outside: Outside, slow: () => Promise<void>): Outside => ({
  ...outside,
  vault: {
    ...outside.vault,
    all: async function* (query) {
      await slow();
      yield* outside.vault.all(query);
    },
  },
});

const slowAudit = (outside: Outside, slow: () => Promise<void>): Outside => ({
  ...outside,
  atomically: async (work) => {
    const done = await outside.atomically(work);
    await slow();
    return done;
  },
});

const slowFault = (outside: Outside, slow: () => Promise<void>): Outside => ({
  ...outside,
  vault: {
    ...outside.vault,
    all: async function* (query) {
      const begun = performance.now();
      await slow();
      if (performance.now() - begun > DEADLINE) throw new StoreUnavailable('no answer');
      yield* outside.vault.all(query);
    },
  },
});

describe('an export whose first rows are later than the deadline', () => {
  it.each([
    ['its rows are slow', slowRows],
    ['its entry in the audit is slow', slowAudit],
    ['its rows fail in the end', slowFault],
  ])('keeps no place, also when %s', async (_what, slowly) => {
    const { exported, counts } = await impatient(slowly);
    for (let each = 1; each <= MANY; each += 1) {
      expect((await exported(LATE)).status).toBe(503);
      await vi.waitUntil(() => counts().length === each);
    }
    const response = await exported();
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: [{ id: LEAD.id }] });
  });

  it('is no export in the audit, and none of its leads is counted: nothing has left', async () => {
    const { exported, entries, counts } = await impatient(slowRows);
    expect(await (await exported(LATE)).text()).toBe('late');
    await vi.waitUntil(() => counts().length > 0);
    expect([entries(), counts()]).toEqual([[], [0]]);
    await (await exported()).text();
    expect([entries(), counts()]).toEqual([['exported 1'], [0, 1]]);
  });

  const once = (limit: LimitName): Limits => ({
    ...DEFAULT_LIMITS,
    export: PLENTY,
    'export-burst': PLENTY,
    [limit]: { tries: 1, seconds: 3_600 },
  });

  it.each([
    ['whose rows were slow', slowRows, 'export'],
    ['whose rows were slow', slowRows, 'export-burst'],
    ['whose rows failed in the end', slowFault, 'export'],
  ] as const)('is no try, %s: whoever comes again may have it', async (_what, slowly, limit) => {
    const { exported, counts } = await impatient(slowly, once(limit));
    for (let each = 1; each <= MANY; each += 1) {
      expect((await exported(LATE)).status).toBe(503);
      await vi.waitUntil(() => counts().length === each);
    }
    const response = await exported();
    expect([response.status, (await response.text()).includes(LEAD.id)]).toEqual([200, true]);
    expect((await exported()).status).toBe(429);
  });

  it('is a try where the audit has it already', async () => {
    const { exported, counts } = await impatient(slowAudit, once('export'));
    expect((await exported(LATE)).status).toBe(503);
    await vi.waitUntil(() => counts().length > 0);
    expect((await exported()).status).toBe(429);
  });

  it('is logged with no lead where the audit has it already', async () => {
    const { exported, entries, counts } = await impatient(slowAudit);
    expect(await (await exported(LATE)).text()).toBe('late');
    await vi.waitUntil(() => counts().length > 0);
    expect([entries(), counts()]).toEqual([['exported 1'], [0]]);
  });
});
