import { expect, it } from 'vitest';

import { EVE, begin, mailTo, shopWith } from './buyer.ts';
import { SHOP_URL } from './shop.ts';

const DANA = 'dana@example.com';

const afterAnother = async () => {
  const { shop } = await shopWith();
  const [eve, dana] = [await begin(shop, EVE), await begin(shop)];
  await eve.pay('eve@example.com');
  await eve.settle();
  await dana.pay(DANA);
  return { shop, dana };
};

const withoutMoney = async () => {
  const { shop, manners } = await shopWith();
  manners.collect = async () => 'lapsed';
  const dana = await begin(shop);
  await dana.pay(DANA);
  return { shop, dana };
};

it.each([
  ['who was not the first', 'Your card was not charged', afterAnother],
  ['whose card could not be charged', 'Your card could not be charged', withoutMoney],
])('a letter to a buyer %s leads back to the leads of the shop', async (_, subject, lost) => {
  const { shop, dana } = await lost();
  await dana.settle();
  await shop.queue.drain();
  const [mail, ...others] = await mailTo(shop, DANA);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(subject);
  expect(mail?.text).toContain(`leads: ${SHOP_URL}/\n`);
  expect(mail?.html).toContain(`href="${SHOP_URL}/"`);
});
