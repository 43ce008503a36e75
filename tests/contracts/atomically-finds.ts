import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';

import { MINUTE } from '#domain/instant.ts';
import type { Purchase } from '#domain/purchase.ts';
import { queueAgain } from '#domain/purchase-delivery.ts';
import { postpone } from '#domain/purchase-check.ts';
import { lostWith, NOW, refundingFor, settledBy, someLead, somePurchase, wonBy } from './store-samples.ts';
import type { StoreInUse } from './store-samples.ts';

/** The finders of the store. */
export const findsWork = ({ atomically, add }: StoreInUse): void => {
  describe('finds what is to be done', () => {
    it('the open purchases of a lead', async () => {
      const [own, other] = [someLead(), someLead()];
      const purchases = [somePurchase(own.id), somePurchase(own.id), somePurchase(other.id)];
      const abandoned = somePurchase(own.id, { progress: { state: 'abandoned', abandonedAt: NOW } });
      await add([own, other], [...purchases, abandoned]);
      expect(await atomically((r) => r.purchases.findOpenOfLead(own.id))).toStrictEqual(purchases.slice(0, 2));
    });

    it('which states the purchases of leads are in, the changes of the work itself too', async () => {
      const [bought, begun, alone, foreign] = [someLead(), someLead(), someLead(), someLead()];
      const abandoned = (): Purchase['progress'] => ({ state: 'abandoned', abandonedAt: NOW });
      const [open, lost] = [somePurchase(begun.id), somePurchase(bought.id, { progress: lostWith('held') })];
      const won = somePurchase(bought.id, { progress: wonBy('a@example.com') });
      const others = [somePurchase(bought.id, { progress: lostWith('released') }), somePurchase(foreign.id)];
      await add([bought, begun, alone, foreign], [open, lost, won, ...others]);
      const ids = [bought, begun, alone].map(({ id }) => id);
      const statesOf = (of: readonly string[]) => atomically((r) => r.purchases.statesOf(of));
      const before = new Map([
        [bought.id, new Set(['lost', 'won'])],
        [begun.id, new Set(['open'])],
      ]);
      expect(await statesOf([...ids, uuid(), 'none', '', '\0'])).toEqual(before);
      expect(await statesOf([])).toEqual(new Map());
      const within = await atomically(async ({ purchases }) => {
        const found = await purchases.find(open.id);
        if (found !== undefined) await purchases.save({ ...found, progress: abandoned() });
        await purchases.add(somePurchase(alone.id));
        return purchases.statesOf([begun.id, alone.id]);
      });
      expect(within).toEqual(
        new Map([
          [begun.id, new Set(['abandoned'])],
          [alone.id, new Set(['open'])],
        ]),
      );
    });

    it('the purchases of a buyer, whatever became of them', async () => {
      const leads = [someLead(), someLead(), someLead()] as const;
      const email = `${uuid()}@example.com`;
      const lost = { ...lostWith('held'), buyerEmail: email } as Purchase['progress'];
      const bought = [lost, wonBy(email.toUpperCase()), settledBy(email)].map((progress, place) =>
        somePurchase(leads[place]?.id ?? '', { progress }),
      );
      const others = [
        somePurchase(leads[0].id),
        somePurchase(leads[0].id, { progress: settledBy('a@example.com') }),
        somePurchase(leads[1].id, { progress: lostWith('released') }),
      ];
      await add(leads, [...others, ...bought.toReversed()]);
      const of = (address: string) => atomically((r) => r.purchases.findOfBuyer(address));
      expect(await of(email)).toStrictEqual(bought);
      for (const nobody of [email.slice(1), email.toUpperCase(), '\0']) expect(await of(nobody)).toEqual([]);
    });

    it('a sale that is sent to another address under that one alone', async () => {
      const own = someLead();
      const [before, after] = [`${uuid()}@example.com`, `${uuid()}@example.com`];
      const sale = somePurchase(own.id, { progress: settledBy(before) });
      await add([own], [sale]);
      const elsewhere = queueAgain(sale, after) ?? sale;
      await atomically(async ({ purchases }) => {
        await purchases.find(sale.id);
        await purchases.save(elsewhere);
      });
      const of = (address: string) => atomically((r) => r.purchases.findOfBuyer(address));
      expect([await of(before), await of(after)]).toStrictEqual([[], [elsewhere]]);
    });

    it('the purchase of a checkout', async () => {
      const own = someLead();
      const first = somePurchase(own.id);
      await add([own], [first, somePurchase(own.id)]);
      expect(await atomically((r) => r.purchases.findByCheckout(first.checkout?.ref ?? ''))).toStrictEqual(first);
    });

    it('unfinished purchases that are due, longest due first, no more than asked for', async () => {
      // Before 1970: arbitrary purchases begin later.
      const past = -10_000 * MINUTE;
      const [own, elsewhere] = [someLead(), someLead()];
      const due = (minutes: number, progress: Purchase['progress'] = { state: 'open' }, of = own) =>
        somePurchase(of.id, { check: { at: past + minutes * MINUTE, count: 0 }, progress });
      const givingBack = due(4, refundingFor('d@example.com'), elsewhere);
      const wanted = [due(1), due(2, lostWith('held')), due(3, wonBy('d@example.com')), givingBack, due(5)];
      const others = [due(6), due(0, { state: 'abandoned', abandonedAt: past }), due(0, lostWith('released'))];
      await add([own, elsewhere], [...others, ...wanted].toReversed());
      const found = await atomically((r) => r.purchases.findDue(past + 5 * MINUTE, 100));
      expect(found).toStrictEqual(wanted);
      const first = await atomically((r) => r.purchases.findDue(past + 5 * MINUTE, 2));
      expect(first).toStrictEqual(wanted.slice(0, 2));
      await atomically(async ({ purchases }) => {
        for (const each of await purchases.findDue(past + 5 * MINUTE, 100)) await purchases.save(postpone(each, NOW));
      });
      expect(await atomically((r) => r.purchases.findDue(past + 5 * MINUTE, 100))).toEqual([]);
    });

    it('unfinished purchases that are put off to an instant or longer, the next first, no more than asked for', async () => {
      const later = Date.parse('9000-01-01');
      const own = someLead();
      const putOff = (minutes: number, progress: Purchase['progress'] = { state: 'open' }) =>
        somePurchase(own.id, { check: { at: later + minutes * MINUTE, count: 0 }, progress });
      const wanted = [putOff(0), putOff(1, lostWith('held')), putOff(2, wonBy('d@example.com'))];
      await add([own], [putOff(-1), putOff(3, { state: 'abandoned', abandonedAt: NOW }), ...wanted.toReversed()]);
      expect(await atomically((r) => r.purchases.findPutOff(later, 100))).toStrictEqual(wanted);
      expect(await atomically((r) => r.purchases.findPutOff(later, 2))).toStrictEqual(wanted.slice(0, 2));
    });

    it('remembers a notification once', async () => {
      const notification = { id: uuid(), receivedAt: NOW };
      const remember = () => atomically((r) => r.notifications.remember(notification));
      expect(await remember()).toBe(true);
      expect(await remember()).toBe(false);
      const inOne = await atomically(async ({ notifications }) => [
        await notifications.remember({ ...notification, id: `${notification.id}-2` }),
        await notifications.remember({ ...notification, id: `${notification.id}-2` }),
      ]);
      expect(inOne).toEqual([true, false]);
    });
  });
};
