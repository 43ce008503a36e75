import { expect, it, describe } from 'vitest';

import { MINUTE, WEEK } from '#domain/instant.ts';
import { begin } from './buyer.ts';
import { NOW, openShop } from './shop.ts';
import { MONDAY, auditRecord, listedLead, seenIn } from './week.ts';

const ASKED = { leadId: 'lead-1', who: 'olga', note: 'asked by the agency' } as const;

describe('a lead that is withdrawn', () => {
  it('is gone from the list, and the audit tells who did it and why', async () => {
    const record = auditRecord();
    const shop = await openShop({ around: record.around });
    expect(await shop.useCases.withdrawLead(ASKED)).toEqual({ is: 'withdrawn' });
    expect(await seenIn(shop)).toEqual({ listed: [], vaulted: [] });
    expect((await shop.lead())?.standing).toMatchObject({ state: 'withdrawn', withdrawnAt: NOW });
    expect(record.entries).toMatchObject([
      { at: NOW, who: 'olga', action: 'withdraw', subject: 'lead-1', note: 'asked by the agency' },
    ]);
    expect(await shop.buy()).toMatchObject({ is: 'not-offered' });
  });

  it.each([
    [' asked by\r\nthe  agency\u200B ', 'asked by the agency'],
    [undefined, undefined],
  ])('for the reason %j has in the audit, in one line: %j', async (note, written) => {
    const record = auditRecord();
    const shop = await openShop({ around: record.around });
    expect(await shop.useCases.withdrawLead({ ...ASKED, note })).toEqual({ is: 'withdrawn' });
    expect(record.entries.map((entry) => entry.note)).toEqual([written]);
  });

  it('is gone from the vault too', async () => {
    const shop = await openShop({ leads: [listedLead('lead-1', MONDAY - WEEK)] });
    await shop.useCases.refreshWeek();
    expect((await seenIn(shop)).vaulted).toEqual(['lead-1']);
    expect(await shop.useCases.withdrawLead(ASKED)).toEqual({ is: 'withdrawn' });
    expect((await seenIn(shop)).vaulted).toEqual([]);
  });

  it('never comes on the list, if it was scheduled', async () => {
    const shop = await openShop({ leads: [listedLead('lead-1', MONDAY + WEEK)] });
    expect(await shop.useCases.withdrawLead(ASKED)).toEqual({ is: 'withdrawn' });
    shop.clock.set(MONDAY + WEEK + MINUTE);
    expect((await seenIn(shop)).listed).toEqual([]);
  });

  it('has its open pages closed: nobody pays there, and their buyers read why', async () => {
    const shop = await openShop();
    const dana = await begin(shop);
    await shop.useCases.withdrawLead(ASKED);
    await shop.queue.drain();
    expect(await dana.pay('dana@example.com')).toBe(false);
    expect(await dana.progress()).toMatchObject({ state: 'lost', reason: 'not-offered' });
    const asking = { checkoutRef: dana.checkout.ref, leadId: 'lead-1', visitorHash: undefined };
    expect(await shop.useCases.verifyPayment(asking)).toEqual({
      is: 'failed',
      message: 'This lead is no longer offered. Your card was not charged.',
    });
    expect((await shop.lead())?.standing.state).toBe('withdrawn');
  });

  it('gives the money back to whoever was just faster than the closing', async () => {
    const shop = await openShop();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    await shop.useCases.withdrawLead(ASKED);
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({ state: 'lost', reason: 'not-offered' });
    expect(await dana.money()).toBe('released');
    expect((await shop.lead())?.standing.state).toBe('withdrawn');
  });

  it.each(['call ann@example.com', 'moved, 512-555-0142 is dead'])('is refused with the reason %j', async (note) => {
    const record = auditRecord();
    const shop = await openShop({ around: record.around });
    expect(await shop.useCases.withdrawLead({ ...ASKED, note })).toEqual({ is: 'note-holds-contact' });
    expect([(await shop.lead())?.standing.state, record.entries]).toEqual(['listed', []]);
  });

  it.each(['sold', 'already', 'expired', 'unknown'] as const)(
    'is refused when it is %s, without a trace',
    async (is) => {
      const record = auditRecord();
      const shop = await openShop({
        around: record.around,
        ...(is === 'expired' && { leads: [listedLead('lead-1', MONDAY - 20 * WEEK)] }),
      });
      for (let time = 0; is === 'expired' && time < 2; time += 1) await shop.useCases.refreshWeek();
      if (is === 'already') await shop.useCases.withdrawLead(ASKED);
      if (is === 'sold') {
        const dana = await begin(shop);
        await dana.pay('dana@example.com');
        await dana.settle();
      }
      const before = [await shop.lead(), record.entries.length];
      const leadId = is === 'unknown' ? 'nobody' : 'lead-1';
      expect(await shop.useCases.withdrawLead({ ...ASKED, leadId })).toEqual({ is });
      expect([await shop.lead(), record.entries.length]).toEqual(before);
    },
  );
});
