import { describe, expect, it } from 'vitest';

import { memoryDocuments } from '#adapters/memory/documents.ts';
import { simulatedCheckout } from '#adapters/simulated-checkout/simulated-checkout.ts';
import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import { DAY, HOUR } from '#domain/instant.ts';
import { RENEWAL_GRACE } from '#domain/subscription.ts';
import { begin } from './buyer.ts';
import { SHOP_URL, aLeadOnOffer, openShop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

/** A shop that can be started with another provider, one with empty books, and with its former one again. */
const shopOfTwo = async () => {
  let isSwapped = false;
  const shop = await openShop({
    leads: [aLeadOnOffer(), aLeadOnOffer({ id: 'lead-2' })],
    around: (outside) => {
      const { payments: former, clock, secrets } = outside;
      const another = simulatedCheckout({
        documents: memoryDocuments(),
        clock,
        secrets,
        signingSecret: 'another one',
        publicUrl: SHOP_URL,
        notifications: 'never',
        notify: async () => {},
      }).payments;
      const payments = new Proxy(former, {
        get: (_, name: keyof typeof former) => (isSwapped ? another : former)[name],
      });
      return { ...outside, payments };
    },
  });
  return { shop, startWith: (which: 'former' | 'another') => void (isSwapped = which === 'another') };
};

/** A sale, a paid page that nobody has read yet, and a subscriber: all at the former provider. */
const leftBehind = async () => {
  const { shop, startWith } = await shopOfTwo();
  const dana = await somebodyIn(shop);
  await dana.becomeSubscriber();
  const sale = await begin(shop);
  await sale.pay('sam@example.com');
  await shop.settleEverything();
  const paid = await begin(shop, { leadId: 'lead-2', visitorHash: 'visitor of kim' });
  await paid.pay('kim@example.com');
  startWith('another');
  const refund = () =>
    shop.useCases.refundPurchase({ saleNumberOrId: sale.id, reason: 'Wrong number', who: 'operator' });
  return { shop, startWith, dana, sale, paid, refund };
};

describe('what was bought at a former provider', () => {
  it('is taken for nothing that the new one has not said: it stays as it was, and nobody is told anything', async () => {
    const { shop, dana, sale, paid, refund } = await leftBehind();
    for (const ask of [dana.subscribe, dana.unsubscribe, dana.keep])
      await expect(ask()).rejects.toThrow(UnknownCheckout);
    expect(await refund()).toMatchObject({ is: 'pending', why: 'provider-refused' });
    shop.clock.step(2 * HOUR);
    await shop.settleEverything();
    const { mended, failures } = await shop.useCases.reconcile({ who: 'operator' });
    expect([mended, failures.map(({ error }) => error)]).toEqual([[], Array(3).fill('UnknownCheckout')]);
    expect([(await sale.progress())?.state, (await paid.progress())?.state]).toEqual(['refunding', 'open']);
    expect((await dana.stored())[0]?.progress.state).toBe('live');
    expect((await shop.mails()).filter(({ to }) => to === 'kim@example.com')).toEqual([]);
  });

  it('gives access for the grace after the month that we knew to be paid', async () => {
    const { shop, dana } = await leftBehind();
    const [{ progress } = { progress: undefined }] = await dana.stored();
    if (progress?.state !== 'live') throw new Error('not live');
    shop.clock.step(progress.paidThrough + RENEWAL_GRACE - shop.clock() - HOUR);
    await dana.signInAgain();
    expect(await dana.membership()).toMatchObject({ is: 'member' });
    shop.clock.step(HOUR);
    expect(await dana.membership()).toEqual({ is: 'none' });
  });

  it('is reached by commands with the settings of the former one', async () => {
    const { shop, startWith, dana, sale, paid, refund } = await leftBehind();
    await shop.settleEverything();
    shop.clock.step(33 * DAY);
    startWith('former');
    expect(await refund()).toMatchObject({ is: 'refunded' });
    const { failures } = await shop.useCases.reconcile({ who: 'operator' });
    expect(failures).toEqual([]);
    expect([(await sale.progress())?.state, await sale.money()]).toEqual(['refunded', 'refunded']);
    // Held for more than a week: the bank has let it go.
    expect([(await paid.progress())?.state, await paid.money()]).toEqual(['abandoned', 'lapsed']);
    startWith('another');
    await dana.signInAgain();
    expect(await dana.membership()).toMatchObject({ is: 'member' });
  });
});
