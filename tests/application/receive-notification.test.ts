import { describe, expect, it } from 'vitest';

import { StoreUnavailable } from '#application/ports/atomically.ts';
import { MINUTE } from '#domain/instant.ts';
import { begin, shopWith } from './buyer.ts';
import { openShop } from './shop.ts';

const paidCheckout = async () => {
  const { shop } = await shopWith();
  const dana = await begin(shop);
  await dana.pay('dana@example.com');
  return { shop, dana, raw: shop.notification(dana.checkout.ref) };
};

describe("a provider's notification", () => {
  it('is stored together with the job that reads the checkout again, and answers before that has run', async () => {
    const { shop, dana, raw } = await paidCheckout();
    expect(await shop.useCases.receiveNotification(raw)).toBe('stored');
    expect(shop.queue.waiting()).toEqual([{ name: 'settle-checkout', checkoutRef: dana.checkout.ref }]);
    expect((await dana.progress())?.state).toBe('open');
    await shop.queue.drain();
    expect((await dana.progress())?.state).toBe('settled');
  });

  it('that comes twice is one', async () => {
    const { shop, raw } = await paidCheckout();
    expect(await shop.useCases.receiveNotification(raw)).toBe('stored');
    expect(await shop.useCases.receiveNotification(raw)).toBe('repeated');
    expect(shop.queue.waiting()).toHaveLength(1);
    await shop.queue.drain();
    expect(await shop.useCases.receiveNotification(raw)).toBe('repeated');
    await shop.settleEverything();
    expect(await shop.mails()).toHaveLength(1);
  });

  it('that comes twice at the same time is one', async () => {
    const { shop, raw } = await paidCheckout();
    const answers = await Promise.all([raw, raw, raw].map((each) => shop.useCases.receiveNotification(each)));
    expect(answers.toSorted()).toEqual(['repeated', 'repeated', 'stored']);
    expect(shop.queue.waiting()).toHaveLength(1);
  });

  it('is another one than that of another provider, though both have the same id', async () => {
    const { shop, manners } = await shopWith();
    const raw = shop.notification((await begin(shop)).checkout.ref);
    expect(await shop.useCases.receiveNotification(raw)).toBe('stored');
    manners.profile = { ...shop.outside.payments.profile, name: 'the provider of next year' };
    expect(await shop.useCases.receiveNotification(raw)).toBe('stored');
    expect(await shop.useCases.receiveNotification(raw)).toBe('repeated');
  });

  it('is a hint of what to read, never something to believe', async () => {
    const { shop } = await shopWith();
    const dana = await begin(shop);
    expect(await shop.useCases.receiveNotification(shop.notification(dana.checkout.ref))).toBe('stored');
    await shop.queue.drain();
    expect((await dana.progress())?.state).toBe('open');
    expect((await shop.lead())?.standing.state).toBe('listed');
  });

  it('about a checkout that is not ours is stored and changes nothing', async () => {
    const { shop, dana } = await paidCheckout();
    const raw = shop.notification('cs_sim_0000000000000000000000000000000000000000');
    expect(await shop.useCases.receiveNotification(raw)).toBe('stored');
    await shop.queue.drain();
    expect(shop.queue.waiting()).toEqual([]);
    expect((await dana.progress())?.state).toBe('open');
  });

  it('about nothing of ours causes no work and leaves nothing behind', async () => {
    const { shop, raw } = await paidCheckout();
    const usual = shop.outside.payments.readNotification;
    const about = { kind: 'nothing of ours' } as const;
    Object.assign(shop.outside.payments, { readNotification: async () => ({ id: 'evt', about }) });
    for (let time = 0; time < 2; time += 1) expect(await shop.useCases.receiveNotification(raw)).toBe('not ours');
    expect(shop.queue.waiting()).toEqual([]);
    Object.assign(shop.outside.payments, { readNotification: async () => ({ ...(await usual(raw)), id: 'evt' }) });
    expect(await shop.useCases.receiveNotification(raw)).toBe('stored');
  });

  it.each(['forged', 'unsigned', 'altered', 'stale'])(
    'that is %s is rejected and causes no work; the log says why',
    async (how) => {
      const { shop, raw } = await paidCheckout();
      const signature = raw.headers['simulated-signature'] ?? '';
      if (how === 'stale') shop.clock.step(6 * MINUTE);
      const sent = {
        forged: {
          ...raw,
          headers: { 'simulated-signature': signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
        },
        unsigned: { ...raw, headers: {} },
        altered: { ...raw, body: new TextEncoder().encode('{"id":"evt"}') },
        stale: raw,
      }[how];
      expect(sent && (await shop.useCases.receiveNotification(sent))).toBe('rejected');
      expect(shop.log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
      expect(shop.log.lines.find(({ event }) => event === 'notification rejected')?.outcome).toBe(
        {
          forged: 'signed by somebody else, or altered',
          unsigned: 'not signed',
          altered: 'signed by somebody else, or altered',
          stale: 'too old',
        }[how],
      );
      expect(shop.queue.waiting()).toEqual([]);
    },
  );

  it('that cannot be stored is thrown back, so that the provider sends it again', async () => {
    let isAway = true;
    const shop = await openShop({
      around: (outside) => ({
        ...outside,
        atomically: (work) => (isAway ? Promise.reject(new StoreUnavailable('away')) : outside.atomically(work)),
      }),
    });
    const raw = shop.notification('cs_sim_0000000000000000000000000000000000000000');
    await expect(shop.useCases.receiveNotification(raw)).rejects.toThrow(StoreUnavailable);
    isAway = false;
    expect(await shop.useCases.receiveNotification(raw)).toBe('stored');
  });
});
