import { describe, expect, it } from 'vitest';

import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import { LATE_PAYMENT } from '#domain/purchase-late.ts';
import { abandonSubscription } from '#domain/subscription-steps.ts';
import { away, mailTo, shopWith } from './buyer.ts';
import type { Shop } from './shop.ts';
import { BEGUN, somebodyIn } from './subscriber.ts';

type Somebody = Awaited<ReturnType<typeof somebodyIn>>;
type Page = Awaited<ReturnType<Somebody['open']>>;

/** Whose page the provider called closed. */
const givenUp = async () => {
  const { shop, manners, usual } = await shopWith();
  const dana = await somebodyIn(shop);
  const page = await dana.open();
  manners.readSubscriptionCheckout = async () => ({ state: 'closed' });
  await dana.confirm(page);
  delete manners.readSubscriptionCheckout;
  return { shop, manners, usual, dana, page };
};

const paidAfterClosing = async () => {
  const given = await givenUp();
  await given.dana.pay(given.page);
  return given;
};

const notify = ({ useCases }: Shop, { ref }: Page) => useCases.doJob({ name: 'settle-checkout', checkoutRef: ref });

const LOOKS: readonly (readonly [string, (shop: Shop, page: Page, dana: Somebody) => Promise<unknown>])[] = [
  ['a notification', notify],
  ['reconciling', ({ useCases }) => useCases.reconcile({ who: 'operator' })],
  ['the return from it', (_, page, dana) => dana.confirm(page)],
];

describe('a subscription whose page was paid after it was read as closed', () => {
  it.each(LOOKS)('is found by %s, and gives access: nobody is charged each month for nothing', async (_, look) => {
    const { shop, dana, page } = await paidAfterClosing();
    expect(await dana.membership()).toEqual({ is: 'none' });
    await look(shop, page, dana);
    expect(await dana.membership()).toMatchObject({ is: 'member', isOverdue: false });
    expect(await dana.confirm(page)).toMatchObject({ is: 'subscribed' });
    const [{ id } = { id: 'none' }] = await dana.stored();
    expect(shop.log.lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { event: 'payment of a closed checkout', subscriptionId: id, userId: dana.accountId },
    ]);
    await shop.queue.drain();
    expect((await mailTo(shop, dana.email)).map(({ subject }) => subject)).toEqual([BEGUN]);
  });

  it('is looked for again when the provider is away: the job fails, and reconciling tells of it', async () => {
    const { shop, manners, page } = await paidAfterClosing();
    manners.readSubscriptionCheckout = away;
    await expect(notify(shop, page)).rejects.toThrow('away');
    expect(await shop.useCases.reconcile({ who: 'operator' })).toMatchObject({
      failures: [{ what: 'subscription', error: 'ProviderUnavailable' }],
    });
  });

  it('goes back beside another one, and its payer is told', async () => {
    const { shop, dana, page } = await givenUp();
    await dana.becomeSubscriber();
    await dana.pay(page);
    await notify(shop, page);
    await shop.queue.drain();
    const states = (await dana.stored()).map(({ progress }) => progress.state);
    expect(states.toSorted()).toEqual(['ended', 'live']);
    expect((await mailTo(shop, dana.email)).map(({ subject }) => subject)).toEqual([
      'Your second payment goes back',
      BEGUN,
    ]);
  });

  it('begins by the process that read it as paid, when another has read it as closed meanwhile', async () => {
    const { shop, manners, usual } = await shopWith();
    const dana = await somebodyIn(shop);
    const page = await dana.open();
    const [opened] = await dana.stored();
    manners.readSubscriptionCheckout = async (ref) => {
      await shop.outside.atomically(async ({ subscriptions }) => {
        const stored = await subscriptions.find(opened?.id ?? 'none');
        const abandoned = stored && abandonSubscription(stored, shop.clock());
        if (abandoned !== undefined) await subscriptions.save(abandoned);
      });
      await dana.pay(page);
      return usual.readSubscriptionCheckout(ref);
    };
    expect(await dana.confirm(page)).toMatchObject({ is: 'subscribed' });
  });
});

describe('an abandoned subscription', () => {
  it('is read once when its page closes, and once more by a later notification', async () => {
    const { shop, manners } = await shopWith();
    const dana = await somebodyIn(shop);
    const page = await dana.open();
    let reads = 0;
    manners.readSubscriptionCheckout = async () => {
      reads += 1;
      return { state: 'closed' };
    };
    await notify(shop, page);
    expect(reads).toBe(1);
    await notify(shop, page);
    expect(reads).toBe(2);
  });

  it('is looked at by reconciling for seven days, and no longer', async () => {
    const { shop } = await givenUp();
    const readIn = async (time: number) => {
      shop.clock.step(time);
      return (await shop.useCases.reconcile({ who: 'operator' })).read.subscription;
    };
    expect([await readIn(LATE_PAYMENT), await readIn(1)]).toEqual([1, 0]);
  });

  it('is not made of an open one whose page the provider does not know: another may know it', async () => {
    const { shop, manners } = await shopWith();
    const dana = await somebodyIn(shop);
    const page = await dana.open();
    manners.readSubscriptionCheckout = () => Promise.reject(new UnknownCheckout('of another provider'));
    await expect(notify(shop, page)).rejects.toThrow(UnknownCheckout);
    expect((await dana.stored())[0]?.progress.state).toBe('open');
  });

  it('that the provider knows no more stays what it is', async () => {
    const { shop, manners, dana, page } = await givenUp();
    manners.readSubscriptionCheckout = () => Promise.reject(new UnknownCheckout('forgotten'));
    expect(await shop.useCases.reconcile({ who: 'operator' })).toMatchObject({ mended: [], failures: [] });
    expect(await dana.confirm(page)).toMatchObject({ is: 'failed' });
  });
});
