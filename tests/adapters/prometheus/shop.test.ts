import { expect, it } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { prometheusMetrics } from '#adapters/prometheus/metrics.ts';
import { SECOND } from '#domain/instant.ts';
import { begin, shopWith } from '#tests/application/buyer.ts';
import { somebodyIn } from '#tests/application/subscriber.ts';
import { linesOf } from './scrape.ts';

const measuredShop = async () => {
  const metrics = prometheusMetrics({ clock: memoryClock(0) });
  const { shop } = await shopWith({
    around: (outside) => ({
      ...outside,
      log: metrics.measuredLog(outside.log),
      mailer: metrics.measuredMailer(outside.mailer),
    }),
  });
  const counted = async (name: string) =>
    (await linesOf(metrics, name)).filter((line) => !line.endsWith(' 0')).map((line) => line.slice(name.length));
  return { metrics, shop, counted };
};

it('a shop that sells counts what its purchases and its mails come to, each step once', async () => {
  const { metrics, shop, counted } = await measuredShop();
  const [dana, eve] = [await begin(shop), await begin(shop)];
  await dana.pay('dana@example.com');
  await eve.pay('eve@example.com');
  await Promise.all([dana.settle(), dana.settle()]);
  await Promise.all([eve.settle(), eve.settle()]);
  await shop.settleEverything();
  for (const again of [dana, eve]) await again.settle();
  expect((await counted('homelead_purchases_total')).toSorted()).toEqual([
    '{outcome="lost"} 1',
    '{outcome="lost-released"} 1',
    '{outcome="settled"} 1',
    '{outcome="won"} 1',
  ]);
  expect(await counted('homelead_mails_total')).toEqual(['{outcome="sent"} 2']);
  expect((await metrics.read()).text).not.toMatch(/example\.com|Austin/);
});

it('a subscription that begins, is not renewed in time and is renewed all the same is counted so', async () => {
  const { shop, counted } = await measuredShop();
  const dana = await somebodyIn(shop);
  const checkout = await dana.becomeSubscriber();
  expect(await counted('homelead_subscriptions_total')).toEqual(['{outcome="live"} 1']);
  await dana.happens('renewal failed');
  shop.clock.step(SECOND);
  await dana.confirm(checkout);
  expect(await counted('homelead_subscriptions_total')).toEqual(['{outcome="live"} 1', '{outcome="overdue"} 1']);
  await dana.happens('renewal paid');
  shop.clock.step(SECOND);
  await dana.confirm(checkout);
  shop.clock.step(SECOND);
  await dana.confirm(checkout);
  expect(await counted('homelead_subscriptions_total')).toEqual(['{outcome="live"} 2', '{outcome="overdue"} 1']);
});
