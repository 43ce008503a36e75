import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { answerWithin } from '#adapters/http/deadline.ts';
import { inRequest, requestId } from '#adapters/http/request-id.ts';

const LIMIT = 500;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Answers after as many milliseconds as its path says, or not at all. */
const slowApp = () =>
  new Hono()
    .use((c, next) => inRequest(c.req.path, next))
    .use(answerWithin(LIMIT, (c) => c.text(`late: ${requestId()}`, 503)))
    .get('/throws', async () => {
      await wait(1);
      throw new Error('broken');
    })
    .get('/never', () => new Promise<never>(() => {}))
    .get('/:milliseconds', async (c) => {
      await wait(Number(c.req.param('milliseconds')));
      return c.text('in time');
    })
    .onError((error, c) => c.text(error.message, 500));

const asking = (app: Hono) => async (path: string) => {
  const response = await app.request(path);
  return `${response.status} ${await response.text()}`;
};

afterEach(() => void vi.useRealTimers());

describe('an answer that takes too long', () => {
  it('is given up, each in its own request, while the others come', async () => {
    const ask = asking(slowApp());
    const paths = ['/never', '/1', '/20', '/never', '/3000'];
    const answers = Promise.all(paths.map(ask));
    await wait(LIMIT / 2);
    const later = ask('/1');
    expect(await answers).toEqual([
      '503 late: /never',
      '200 in time',
      '200 in time',
      '503 late: /never',
      '503 late: /3000',
    ]);
    expect(await later).toBe('200 in time');
  });

  it('is given up at its own time, whoever else is waiting', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const ask = asking(slowApp());
    const late: string[] = [];
    for (const name of ['first', 'second', 'third']) {
      void ask('/never').then(() => late.push(name));
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(LIMIT - 200);
    expect(late).toEqual(['first', 'second']);
    await vi.advanceTimersByTimeAsync(100);
    expect(late).toEqual(['first', 'second', 'third']);
  });

  it('is given up also when it was asked for long after the last one', async () => {
    const ask = asking(slowApp());
    expect(await ask('/1')).toBe('200 in time');
    await wait(2 * LIMIT);
    expect(await ask('/3000')).toBe('503 late: /3000');
    expect(await ask('/throws')).toBe('500 broken');
    expect(await ask('/never')).toBe('503 late: /never');
  });

  it('is not kept once it was given up, even if it never ends', async () => {
    const asked: WeakRef<object>[] = [];
    const app = new Hono().use(answerWithin(1, (c) => c.text('late', 503))).get('/never', (c) => {
      asked.push(new WeakRef(c));
      return new Promise<never>(() => {});
    });
    for (let each = 0; each < 3; each += 1) expect((await app.request('/never')).status).toBe(503);
    await expect
      .poll(() => {
        collectGarbage();
        return asked.filter((ref) => ref.deref() !== undefined);
      })
      .toEqual([]);
    expect(asked).toHaveLength(3);
  });
});
