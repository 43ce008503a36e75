import { describe, expect, it } from 'vitest';

import { memoryLimiter } from '#adapters/rate-limiter/limiter.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { LimitName } from '#application/ports/limiter.ts';
import { openShop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

/** Dana and Eve in a shop that lets each of them do something twice an hour. */
const setting = async (limit: LimitName) => {
  const limiter = memoryLimiter({ ...DEFAULT_LIMITS, [limit]: { tries: 2, seconds: 3_600 } });
  const shop = await openShop({ around: (outside) => ({ ...outside, limiter }) });
  return { shop, dana: await somebodyIn(shop), eve: await somebodyIn(shop, 'eve@example.com') };
};

const TOO_OFTEN = { is: 'too-often', retryAfterSeconds: 3_600 };

describe('what the provider is asked for by one subscriber', () => {
  it('is counted, leaving and keeping together, and no other subscriber waits for it', async () => {
    const { dana, eve } = await setting('subscription-change');
    await dana.becomeSubscriber();
    await eve.becomeSubscriber();
    expect((await dana.unsubscribe()).is).toBe('done');
    expect((await dana.keep()).is).toBe('done');
    expect(await dana.unsubscribe()).toEqual(TOO_OFTEN);
    expect(await dana.membership()).toMatchObject({ is: 'member', canBeKept: false });
    expect((await eve.unsubscribe()).is).toBe('done');
  });

  it('is counted by whoever returns from the hosted page too, of the own pages only', async () => {
    const { dana, eve } = await setting('subscription-confirm');
    const [mine, hers] = [await dana.open(), await eve.open()];
    for (let time = 0; time < 3; time += 1) expect(await dana.confirm(hers)).toEqual({ is: 'of-another' });
    for (let time = 0; time < 2; time += 1) expect(await dana.confirm(mine)).toEqual({ is: 'processing' });
    expect(await dana.confirm(mine)).toEqual(TOO_OFTEN);
    expect(await eve.confirm(hers)).toEqual({ is: 'processing' });
  });
});
