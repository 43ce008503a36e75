import { beforeEach, describe, expect, it } from 'vitest';

import { ProviderRefused, UnknownCheckout } from '#application/ports/payment-provider.ts';
import { NotificationRejected } from '#application/ports/provider-notification.ts';
import type { PurchaseCheckout } from '#application/ports/payment-provider.ts';
import { MINUTE } from '#domain/instant.ts';
import { somePurchaseCheckout } from '#tests/contracts/checkout-samples.ts';

import { simulatedRig } from './rig.ts';
import type { SimulatedRig } from './rig.ts';

describe('the books of the simulated checkout', () => {
  let rig: SimulatedRig;

  beforeEach(() => {
    rig = simulatedRig();
  });

  const open = (minutes: number, changes: Partial<PurchaseCheckout> = {}) =>
    rig.payments.openPurchase(somePurchaseCheckout(rig.now(), { closesAt: rig.now() + minutes * MINUTE, ...changes }));

  it('keep the closing time of the first opening, also when two come at once', async () => {
    const [first, second] = await Promise.all([open(31), open(90)]);
    expect(second).toEqual(first);
    await rig.advance(31 * MINUTE);
    expect(await rig.payments.readPurchase(first.ref)).toEqual({ state: 'closed' });
    expect(await open(90)).toEqual(first);
  });

  it('answer the first opening to its repetition, also one that comes after its time', async () => {
    const closesAt = rig.now() + 31 * MINUTE;
    const first = await open(0, { closesAt });
    await rig.advance(32 * MINUTE);
    expect(await open(0, { closesAt })).toEqual(first);
    await expect(open(0, { closesAt, purchaseId: 'purchase-2' })).rejects.toThrow(ProviderRefused);
  });

  it('know no payment of a checkout that nobody has paid', async () => {
    const { ref } = await open(31);
    const { collect, release, refund } = rig.payments;
    for (const ask of [collect, release, refund])
      await expect(ask(ref.replace('cs_', 'pi_'))).rejects.toThrow(UnknownCheckout);
    const free = await open(31, { purchaseId: 'purchase-2', amount: 0 });
    await rig.buyer.pay(free, 'dana.reyes@example.com');
    await expect(collect(free.ref.replace('cs_', 'pi_'))).rejects.toThrow(UnknownCheckout);
  });

  it('put the hosted page where the shop says it is, unless told otherwise', async () => {
    const elsewhere = simulatedRig({ publicUrl: undefined });
    const { url, ref } = await elsewhere.payments.openPurchase(
      somePurchaseCheckout(elsewhere.now(), {
        successUrl: 'http://127.0.0.1:4321/success?session_id={ref}',
        cancelUrl: 'http://127.0.0.1:4321/',
      }),
    );
    expect(url).toBe(`http://127.0.0.1:4321/dev/checkout/${ref}`);
  });

  it('sign the time of a notification too: an old one cannot be made young', async () => {
    await rig.buyer.pay(await open(31), 'dana.reyes@example.com');
    const [raw] = await rig.notifications();
    if (raw === undefined) throw new Error('nothing was sent');
    const signature = raw.headers['simulated-signature'] ?? '';
    expect(signature).toMatch(/^t=1795446245,v1=[0-9a-f]{64}$/);
    await rig.advance(10 * MINUTE);
    const young = { ...raw.headers, 'simulated-signature': signature.replace(/t=\d+/, 't=1795446845') };
    await expect(rig.payments.readNotification({ body: raw.body, headers: young })).rejects.toThrow(
      NotificationRejected,
    );
  });
});
