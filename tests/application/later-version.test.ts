import { describe, expect, it } from 'vitest';

import { UnknownJob } from '#application/ports/jobs.ts';
import type { Job } from '#application/ports/jobs.ts';
import { MINUTE } from '#domain/instant.ts';
import { openShop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

/** What only a later version writes into the queue. */
const later = (job: object): Job => job as Job;

describe('while versions take turns, a job of the later one', () => {
  it.each([
    ['it', { name: 'tell-the-world', purchaseId: 'p1' }],
    ['its letter', { name: 'write-to-account', about: 'happy-new-year', letterId: 'l1' }],
  ])('is left to a process that knows %s, and is never taken for done', async (_, job) => {
    const shop = await openShop();
    const { accountId } = await somebodyIn(shop);
    const unknown = later({ ...job, accountId });
    shop.queue.add(unknown);
    for (let tries = 0; tries < 3; tries += 1) {
      await shop.queue.drain();
      shop.clock.step(MINUTE);
    }
    expect(shop.queue.waiting()).toEqual([unknown]);
    expect(shop.log.lines).toContainEqual(expect.objectContaining({ event: 'job failed', job: job.name }));
    await expect(shop.useCases.doJob(unknown)).rejects.toBeInstanceOf(UnknownJob);
  });

  it('is let go if a schedule has sent it, which sends another one', async () => {
    const shop = await openShop();
    shop.queue.add(later({ name: 'sweep-the-floor' }));
    await shop.queue.drain();
    expect(shop.queue.waiting()).toEqual([]);
  });
});
