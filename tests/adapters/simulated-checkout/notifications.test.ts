import { expect, it } from 'vitest';

import type { RawNotification } from '#application/ports/provider-notification.ts';
import { MINUTE } from '#domain/instant.ts';
import { somePurchaseCheckout } from '#tests/contracts/checkout-samples.ts';

import { simulatedRig } from './rig.ts';
import type { Changes, SimulatedRig } from './rig.ts';

const paid = async (changes: Changes): Promise<SimulatedRig> => {
  const rig = simulatedRig(changes);
  const checkout = await rig.payments.openPurchase(somePurchaseCheckout(rig.now()));
  await rig.post(checkout, 'pay', 'dana.reyes@example.com');
  return rig;
};

/** A shop that cannot take the first `failures` notifications. */
const shopThatFails = (failures: number) => {
  const tried: RawNotification[] = [];
  const notify = async (raw: RawNotification): Promise<void> => {
    tried.push(raw);
    if (tried.length <= failures) throw new Error('503');
  };
  return { tried, notify };
};

it('a paid checkout is told once, after the answer to the buyer', async () => {
  const { tried, notify } = shopThatFails(0);
  const rig = await paid({ notify });
  expect(tried).toHaveLength(0);
  await rig.notifications();
  expect(tried).toHaveLength(1);
});

it('twice sends the same event twice', async () => {
  const rig = await paid({ notifications: 'twice' });
  const [first, second, ...more] = await rig.notifications();
  if (first === undefined || second === undefined) throw new Error('two were expected');
  expect(more).toEqual([]);
  expect((await rig.payments.readNotification(second)).id).toBe((await rig.payments.readNotification(first)).id);
});

it('never sends nothing', async () => {
  const rig = await paid({ notifications: 'never' });
  expect(await rig.notifications()).toEqual([]);
});

it('a notification that the shop could not take comes again, the same event freshly signed', async () => {
  const { tried, notify } = shopThatFails(2);
  const rig = await paid({ notify });
  await rig.notifications();
  const ids = await Promise.all(tried.map(async (raw) => (await rig.payments.readNotification(raw)).id));
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
});

it('the provider gives up after a few tries', async () => {
  const { tried, notify } = shopThatFails(1_000);
  const rig = await paid({ notify });
  await rig.notifications();
  expect(tried).toHaveLength(4);
});

it('a page whose time is over is told as closed, once, when somebody looks', async () => {
  const { tried, notify } = shopThatFails(0);
  const rig = simulatedRig({ notify });
  const { ref } = await rig.payments.openPurchase(somePurchaseCheckout(rig.now()));
  await rig.advance(31 * MINUTE);
  await Promise.all([
    rig.payments.readPurchase(ref),
    rig.payments.readPurchase(ref),
    rig.pages.request(`/dev/checkout/${ref}`),
  ]);
  await rig.notifications();
  expect(tried).toHaveLength(1);
});

it('an event that does not say which checkout or subscription it is about is nothing of ours', async () => {
  const rig = simulatedRig();
  const events = [
    { type: 'subscription.changed' },
    { type: 'subscription.changed', checkout: 'cs_sim_7' },
    { type: 'checkout.paid', subscription: 'sub_sim_7' },
    { type: 'subscription.viewed', subscription: 'sub_sim_7' },
  ];
  for (const event of events) {
    const body = new TextEncoder().encode(JSON.stringify({ id: 'evt_sim_7', ...event }));
    expect((await rig.payments.readNotification(rig.signed(body))).about).toEqual({ kind: 'nothing of ours' });
  }
});
