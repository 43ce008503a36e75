import { describe, expect, it } from 'vitest';

import { someCoupon } from '#tests/domain/coupon.ts';
import { EVE, begin, mailTo, shopWith } from './buyer.ts';
import { aLeadOnOffer } from './shop.ts';

const FREE = someCoupon({ code: 'FREE', discount: { kind: 'percent', basisPoints: 10_000 } });

describe('two buyers of one lead', () => {
  it('get it by whoever is first to pay: the other is not charged, and both are told by mail', async () => {
    const { shop } = await shopWith();
    const dana = await begin(shop);
    const eve = await begin(shop, EVE);
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    await eve.settle();
    await dana.settle();
    await shop.queue.drain();
    expect(await eve.money()).toBe('collected');
    expect(await dana.money()).toBe('released');
    expect(await dana.progress()).toMatchObject({ state: 'lost', reason: 'sold', money: { is: 'released' } });
    const changes = shop.log.lines.filter(
      (line) => line.event === 'purchase changed' && line['purchaseId'] === dana.id,
    );
    expect(changes).toMatchObject(
      ['lost', 'lost-released'].map((outcome) => ({ level: 'info', leadId: 'lead-1', outcome })),
    );
    expect(shop.log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
    expect(await shop.mails()).toHaveLength(2);
    expect((await mailTo(shop, 'eve@example.com'))[0]?.subject).toMatch(/^Your lead in Austin, TX \(HL-/);
    const [notice] = await mailTo(shop, 'dana@example.com');
    expect(notice?.subject).toBe('Your card was not charged');
    expect(notice?.text).toMatch(/^Somebody else was first\./);
    expect(notice?.text).toContain(
      'Buyer Lead in Austin: This lead has just been sold to another buyer. Your card was not charged.',
    );
    expect(JSON.stringify(notice)).not.toMatch(/ann|lee|555-0142|Oak/i);
  });

  it('who both pay nothing: the loser is told by mail too', async () => {
    const { shop } = await shopWith({ coupons: [FREE] });
    const dana = await begin(shop, { codeTyped: 'FREE' });
    const eve = await begin(shop, { ...EVE, codeTyped: 'FREE' });
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    await dana.settle();
    await eve.settle();
    await shop.queue.drain();
    expect(await eve.progress()).toMatchObject({ state: 'lost', money: { is: 'untouched' } });
    expect((await mailTo(shop, 'eve@example.com')).map(({ subject }) => subject)).toEqual([
      'Your card was not charged',
    ]);
    expect((await shop.coupon('FREE'))?.uses).toBe(1);
  });

  it('find their open pages closed once it is sold, so that most losers never enter a card', async () => {
    const { shop } = await shopWith();
    const dana = await begin(shop);
    const eve = await begin(shop, EVE);
    await dana.pay('dana@example.com');
    await dana.settle();
    await shop.queue.drain();
    expect(await eve.pay('eve@example.com')).toBe(false);
    expect(await eve.money()).toBe('never authorised');
    expect(await eve.progress()).toMatchObject({ state: 'lost', reason: 'sold', money: { is: 'untouched' } });
    expect(await shop.mails()).toHaveLength(1);
  });

  it('who settle at the same time still have one winner', async () => {
    const { shop } = await shopWith();
    const buyers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => begin(shop, { visitorHash: `visitor ${index}` })),
    );
    await Promise.all(buyers.map((buyer, index) => buyer.pay(`buyer${index}@example.com`)));
    const ids = shop.purchaseIds.flatMap((id) => [id, id]);
    await Promise.all(ids.map((purchaseId) => shop.useCases.doJob({ name: 'settle-purchase', purchaseId })));
    const names = shop.queue.waiting().map(({ name }) => name);
    expect(names.filter((name) => name === 'deliver-lead')).toHaveLength(1);
    expect(names.filter((name) => name === 'tell-loser')).toHaveLength(3);
    await shop.settleEverything();
    const money = await Promise.all(buyers.map((buyer) => buyer.money()));
    expect(money.toSorted()).toEqual(['collected', 'released', 'released', 'released']);
    expect(await shop.mails()).toHaveLength(4);
  });
});

describe('the last use of a coupon', () => {
  it('goes to one of two buyers of different leads: the other loses with that reason and is not charged', async () => {
    const leads = [aLeadOnOffer(), aLeadOnOffer({ id: 'lead-2' })];
    const { shop } = await shopWith({ leads, coupons: [someCoupon({ code: 'LIMIT1', maxUses: 1 })] });
    const dana = await begin(shop, { codeTyped: 'LIMIT1' });
    const eve = await begin(shop, { codeTyped: 'LIMIT1', leadId: 'lead-2' });
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    await dana.settle();
    await eve.settle();
    await shop.queue.drain();
    expect((await dana.progress())?.state).toBe('settled');
    expect(await eve.progress()).toMatchObject({ state: 'lost', reason: 'coupon-used-up', money: { is: 'released' } });
    expect((await shop.coupon('LIMIT1'))?.uses).toBe(1);
    expect((await shop.lead('lead-2'))?.standing.state).toBe('listed');
    const [notice] = await mailTo(shop, 'eve@example.com');
    expect(notice?.text).toMatch(/^The lead could not be sold to you\./);
    expect(notice?.text).toContain('The last use of your coupon was taken by a payment before yours.');
  });
});
