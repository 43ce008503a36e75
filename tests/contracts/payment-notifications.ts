import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';

import { MINUTE } from '#domain/instant.ts';
import { NotificationRejected } from '#application/ports/provider-notification.ts';
import type { RawNotification } from '#application/ports/provider-notification.ts';

import { BUYER } from './payment-rig.ts';
import type { PurchasesInUse } from './payments-in-use.ts';

/** The provider's notifications to the shop. */
export const readsNotifications = (shop: PurchasesInUse): void => {
  const { open, paid } = shop;

  describe('notifications', () => {
    const notified = async (): Promise<RawNotification> => {
      const [raw] = await shop.rig.notifications();
      if (raw === undefined) throw new Error('nothing was sent');
      return raw;
    };
    const aboutOf = async (raw: RawNotification) => (await shop.payments.readNotification(raw)).about;
    const skipUnsigned = (test: TestContext): void => test.skip(shop.rig.unsigned !== undefined, shop.rig.unsigned);

    it('that bear no signature are known as such by the profile', (test) => {
      test.skip(shop.rig.unsigned === undefined, 'its notifications are signed');
      expect(shop.payments.profile.notifications).toBe('asked');
    });

    it('tell of a paid checkout', async () => {
      const { checkout } = await paid();
      const { id, about } = await shop.payments.readNotification(await notified());
      expect(about).toEqual({ kind: 'checkout', ref: checkout.ref });
      expect(id).toMatch(/^[ -~]{1,255}$/);
    });

    it('tell of a free checkout', async (test) => {
      test.skip(!shop.payments.profile.hostsFreeCheckout, 'this provider cannot show a total of nothing');
      const checkout = await open({ amount: 0 });
      await shop.rig.buyer.pay(checkout, BUYER);
      await shop.payments.readPurchase(checkout.ref);
      expect(await aboutOf(await notified())).toEqual({ kind: 'checkout', ref: checkout.ref });
    });

    it('tell of a closed checkout', async (test) => {
      test.skip(shop.rig.silentOnClosing !== undefined, shop.rig.silentOnClosing);
      const checkout = await open();
      await shop.payments.closeCheckout(checkout.ref);
      expect(await aboutOf(await notified())).toEqual({ kind: 'checkout', ref: checkout.ref });
    });

    it('say nothing of an opened checkout, a declined card or a buyer who went back', async () => {
      const checkout = await open();
      await shop.rig.buyer.decline(checkout, BUYER);
      await shop.rig.buyer.goBack(checkout);
      const all = await Promise.all((await shop.rig.notifications()).map(aboutOf));
      expect(all.filter(({ kind }) => kind === 'checkout')).toEqual([]);
    });

    it('have one id each, or each thing has one as long as it stays as it is; and the same one when they come again', async () => {
      await paid();
      await paid();
      const all = await shop.rig.notifications();
      const read = await Promise.all(all.map((raw) => shop.payments.readNotification(raw)));
      const ids = read.map(({ id }) => id);
      expect(ids.length).toBeGreaterThanOrEqual(2);
      // Without a signature the event may have no id: it is then made of the object and its present state.
      const things = read.map(({ about }, at) => (shop.rig.unsigned === undefined ? at : JSON.stringify(about)));
      expect(new Set(read.map(({ id }, at) => `${id} ${things[at]}`)).size).toBe(new Set(ids).size);
      expect(new Set(things).size).toBeLessThanOrEqual(new Set(ids).size);
      const idsOf = (raws: readonly RawNotification[]): Promise<readonly string[]> =>
        Promise.all(raws.map(async (raw) => (await shop.payments.readNotification(raw)).id));
      expect(await idsOf(all)).toEqual(ids);
      // What no answer confirmed is delivered anew, and signed anew.
      await shop.rig.advance(MINUTE);
      expect(await idsOf(all.map(({ body }) => shop.rig.signed(body)))).toEqual(ids);
    });

    it('are rejected when somebody else signed them', async (test) => {
      skipUnsigned(test);
      await paid();
      await expect(shop.payments.readNotification(shop.rig.forged(await notified()))).rejects.toThrow(
        NotificationRejected,
      );
    });

    it('are rejected before the provider is asked anything, as anybody could have it asked', async (test) => {
      test.skip(shop.payments.profile.notifications === 'asked', 'this provider is asked, and its profile says so');
      const line = shop.lineOf(test);
      await paid();
      const raw = await notified();
      const forgeries = [
        shop.rig.forged(raw),
        { ...raw, headers: {} },
        { ...raw, body: Uint8Array.of(...raw.body, 0x20) },
      ];
      line.becomes('cut');
      for (const forgery of forgeries)
        await expect(shop.payments.readNotification(forgery)).rejects.toThrow(NotificationRejected);
    });

    it('are rejected when one byte of the body was changed', async (test) => {
      skipUnsigned(test);
      await paid();
      const { body, headers } = await notified();
      for (const at of [0, Math.floor(body.length / 2), body.length - 1]) {
        const altered = Uint8Array.from(body);
        altered[at] = (altered[at] ?? 0) ^ 1;
        await expect(shop.payments.readNotification({ body: altered, headers })).rejects.toThrow(NotificationRejected);
      }
      const longer = new Uint8Array([...body, 0x20]);
      await expect(shop.payments.readNotification({ body: longer, headers })).rejects.toThrow(NotificationRejected);
    });

    it('are rejected without a signature, with an empty one, or with that of another notification', async (test) => {
      skipUnsigned(test);
      await paid();
      await paid();
      const [first, second] = await shop.rig.notifications();
      if (first === undefined || second === undefined) throw new Error('two were expected');
      const empty = Object.fromEntries(Object.keys(first.headers).map((header) => [header, '']));
      for (const headers of [{}, empty, second.headers])
        await expect(shop.payments.readNotification({ body: first.body, headers })).rejects.toThrow(
          NotificationRejected,
        );
    });

    it('are rejected when they are older than their signature lasts', async (test) => {
      skipUnsigned(test);
      const { signatureLasts } = shop.rig;
      if (signatureLasts === undefined) return test.skip('a signature of this provider does not age');
      await paid();
      const raw = await notified();
      await shop.rig.advance(signatureLasts - MINUTE);
      await expect(shop.payments.readNotification(raw)).resolves.toBeDefined();
      await shop.rig.advance(2 * MINUTE);
      await expect(shop.payments.readNotification(raw)).rejects.toThrow(NotificationRejected);
    });

    it('are rejected when they are signed but not readable', async () => {
      const texts = ['', 'null', '[]', '{}', '"x"', '{"id":', '{"id":7,"type":[]}'].map((text) => Buffer.from(text));
      for (const body of [...texts, Uint8Array.of(0xff, 0xfe, 0x00)])
        await expect(shop.payments.readNotification(shop.rig.signed(body))).rejects.toThrow(NotificationRejected);
    });

    it('about anything else are nothing of ours', async () => {
      expect(await aboutOf(shop.rig.unrelated())).toEqual({ kind: 'nothing of ours' });
    });
  });
};
