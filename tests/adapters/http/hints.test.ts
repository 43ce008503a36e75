import { describe, expect, it } from 'vitest';

import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import { ProviderUnavailable } from '#application/ports/payment-provider.ts';
import type { PaymentProfile } from '#application/ports/payment-profile.ts';
import { DAY } from '#domain/instant.ts';
import { hint, waitingProvider } from '#tests/support/waiting-provider.ts';
import { atProvider, codeOf, openCheckout, signIn, subscriber } from './members.ts';
import { SHOP, shopApp } from './shop-app.ts';

const HOME = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';
const TRIES = 3;

/** A shop whose provider signs nothing, and a way to send it a hint; `asked` counts the questions at the provider. */
const setting = async (notifications: PaymentProfile['notifications'] = 'asked') => {
  let [asked, fault]: [number, Error | undefined] = [0, undefined];
  const shop = await shopApp({
    limits: { ...DEFAULT_LIMITS, notification: { tries: TRIES, seconds: 60 } },
    around: (outside) => {
      const { payments } = waitingProvider(outside.payments);
      return {
        ...outside,
        payments: {
          ...payments,
          profile: { ...payments.profile, notifications },
          readNotification: (raw) => {
            asked += 1;
            return fault === undefined ? payments.readNotification(raw) : Promise.reject(fault);
          },
        },
      };
    },
  });
  const send = async (ref: string, address = HOME): Promise<Response> =>
    shop.app.request(
      `${SHOP}/api/stripe/webhook`,
      { method: 'POST', body: new Uint8Array(hint(ref).body) },
      { incoming: { socket: { remoteAddress: address, remotePort: 40_000 } } },
    );
  return { shop, send, asked: () => asked, fails: (how: Error | undefined) => void (fault = how) };
};

const codes = async (times: number, send: (count: number) => Promise<Response>): Promise<readonly unknown[]> => {
  const answers: unknown[] = [];
  for (let count = 1; count <= times; count += 1) answers.push((await codeOf(await send(count)))[0]);
  return answers;
};

describe('notifications of a provider that signs nothing', () => {
  it('about what nobody knows have it asked only so often by one address', async () => {
    const { send, asked } = await setting();
    expect(await codes(TRIES, (count) => send(`cs_invented${count}`))).toEqual([200, 200, 200]);
    const refused = await send('cs_invented');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await codeOf(refused)).toEqual([429, 'TOO_MANY_TRIES']);
    expect(asked()).toBe(TRIES);
    expect((await send('cs_invented', ELSEWHERE)).status).toBe(200);
  });

  it('that tell the same again, or cannot be read, are counted with those', async () => {
    const { shop, send } = await setting();
    const { id } = await openCheckout(shop, await signIn(shop));
    expect(await codes(5, (count) => send(count === 3 ? '?' : id))).toEqual([200, 200, 400, 200, 429]);
  });

  it('that tell something new are never too many', async () => {
    const { shop, send } = await setting();
    await subscriber(shop);
    const { id = '' } = (await atProvider(shop))[0] ?? {};
    expect(await codes(2, (count) => send(`cs_invented${count}`))).toEqual([200, 200]);
    for (let count = 1; count <= 4; count += 1) {
      shop.clock.step(40 * DAY);
      expect((await send(id)).status).toBe(200);
    }
    expect(await codes(2, () => send('cs_invented'))).toEqual([200, 429]);
  });

  it('that cannot be read while it is away are 503, and are not counted: they come again', async () => {
    const { send, fails } = await setting();
    fails(new ProviderUnavailable('no answer'));
    expect(await codes(TRIES + 2, () => send('cs_invented'))).toEqual([503, 503, 503, 503, 503]);
    fails(undefined);
    expect((await send('cs_invented')).status).toBe(200);
  });

  it('are not counted for this machine itself', async () => {
    const { send } = await setting();
    for (const status of await codes(TRIES + 2, () => send('cs_invented', '127.0.0.1'))) expect(status).toBe(200);
  });
});

it('notifications of a provider that signs them are never too many: nobody is asked to see that one is forged', async () => {
  const { send } = await setting('signed');
  for (const status of await codes(TRIES + 2, () => send('cs_invented'))) expect(status).toBe(200);
});
