import { describe, expect, it } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { hasTicked } from '#adapters/memory/cron.ts';
import type { RefreshOutcome } from '#application/refresh-week.ts';
import { repeatedJobs } from '#config/schedule.ts';
import type { Outside } from '#config/outside.ts';
import { DAY, HOUR, MINUTE, SECOND, WEEK } from '#domain/instant.ts';
import { eraseContact, isErased } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { someBatch } from '#tests/contracts/store-samples.ts';
import { begin } from './buyer.ts';
import { unreliable } from './power.ts';
import { NOW, aLeadOnOffer, openShop } from './shop.ts';
import { MONDAY, auditRecord, listedLead, movedBy, seenIn, standingsOf } from './week.ts';

const LEFT = { is: 'refreshed', vaulted: 0, expired: 0, erased: 0 };
const refreshed = (moved: Partial<RefreshOutcome>) => ({ ...LEFT, ...moved });

/** Four weeks of leads, two for each: of this week and the next three, one listed on the Monday and one some days later. */
const FOUR_WEEKS = [0, 1, 2, 3].flatMap((week) => [
  listedLead(`week-${week}`, MONDAY + week * WEEK),
  listedLead(`week-${week}-late`, MONDAY + week * WEEK + 3 * DAY),
]);

const VAULTED = MONDAY + WEEK - 90 * DAY;

/** Its 90 days are over at the next Monday. */
const OLD = aLeadOnOffer({ id: 'old', standing: { state: 'vaulted', listedAt: VAULTED - WEEK, vaultedAt: VAULTED } });

const many = (count: number, listedAt: number): readonly Lead[] =>
  Array.from({ length: count }, (_, index) => listedLead(`lead-${String(index).padStart(4, '0')}`, listedAt));

describe('the weekly refresh', () => {
  it('takes the unsold leads of a week to the vault at Monday 15:00 UTC, and not a moment before', async () => {
    const shop = await openShop({ leads: FOUR_WEEKS });
    shop.clock.set(MONDAY + WEEK - 1);
    expect(await shop.useCases.refreshWeek()).toEqual(LEFT);
    expect(await seenIn(shop)).toEqual({ listed: ['week-0', 'week-0-late'], vaulted: [] });
    shop.clock.set(MONDAY + WEEK);
    expect(await shop.useCases.refreshWeek()).toEqual(refreshed({ vaulted: 2 }));
    expect(await seenIn(shop)).toEqual({ listed: ['week-1'], vaulted: ['week-0', 'week-0-late'] });
  });

  it('shows the leads of a week by time alone, be the job late or not, and nothing twice', async () => {
    const shop = await openShop({ leads: FOUR_WEEKS });
    for (let week = 1; week <= 3; week += 1) {
      shop.clock.set(MONDAY + week * WEEK);
      const { listed, vaulted } = await seenIn(shop);
      expect(listed).toEqual([`week-${week}`]);
      expect(vaulted).toHaveLength(2 * (week - 1));
      await shop.useCases.refreshWeek();
      const after = await seenIn(shop);
      expect([after.listed, after.vaulted.length]).toEqual([listed, 2 * week]);
    }
  });

  it.each([
    ['every hour', HOUR],
    ['every Monday', WEEK],
    ['after four weeks that nothing ran in', 5 * WEEK],
  ])('comes to the same end when it runs %s', async (_, pause) => {
    const record = auditRecord();
    const shop = await openShop({ leads: FOUR_WEEKS, around: record.around });
    for (shop.clock.set(MONDAY + pause); shop.clock() < MONDAY + 5 * WEEK; shop.clock.step(pause))
      await shop.useCases.refreshWeek();
    shop.clock.set(MONDAY + 5 * WEEK);
    await shop.useCases.refreshWeek();
    const vaultedAt = (week: number) => MONDAY + (week + 1) * WEEK;
    expect(await standingsOf(shop)).toEqual(
      Object.fromEntries(
        FOUR_WEEKS.map(({ id, standing: { listedAt } }) => [
          id,
          { state: 'vaulted', listedAt, vaultedAt: vaultedAt(Math.floor((listedAt - MONDAY) / WEEK)) },
        ]),
      ),
    );
    expect(movedBy(record.entries)).toEqual({ vaulted: FOUR_WEEKS.length });
  });

  it('keeps leads on the shelf for as many cycles as configured', async () => {
    const shop = await openShop({ leads: FOUR_WEEKS, around: (outside) => ({ ...outside, shelfCycles: 2 }) });
    shop.clock.set(MONDAY + 2 * WEEK - 1);
    expect(await shop.useCases.refreshWeek()).toEqual(LEFT);
    shop.clock.set(MONDAY + 2 * WEEK);
    expect(await shop.useCases.refreshWeek()).toEqual(refreshed({ vaulted: 2 }));
  });

  it('lets leads go 90 days later and erases their contact after another 30, but for the contact all stays', async () => {
    const [lead] = FOUR_WEEKS;
    if (lead === undefined) throw new Error('there is no lead');
    const shop = await openShop({ leads: [lead] });
    const vaultedAt = MONDAY + WEEK;
    const expiredAt = vaultedAt + 90 * DAY;
    shop.clock.set(expiredAt - 1);
    expect(await shop.useCases.refreshWeek()).toEqual(refreshed({ vaulted: 1 }));
    expect((await seenIn(shop)).vaulted).toEqual([lead.id]);

    shop.clock.step(1);
    expect(await seenIn(shop), 'no job has run yet').toEqual({ listed: [], vaulted: [] });
    shop.clock.step(3 * HOUR);
    expect(await shop.useCases.refreshWeek()).toEqual(refreshed({ expired: 1 }));
    const standing = { state: 'expired', listedAt: MONDAY, vaultedAt, expiredAt } as const;
    expect(await shop.lead(lead.id)).toEqual({ ...lead, standing });

    shop.clock.set(expiredAt + 30 * DAY - 1);
    expect(await shop.useCases.refreshWeek()).toEqual(LEFT);
    shop.clock.step(1);
    expect(await shop.useCases.refreshWeek()).toEqual(refreshed({ erased: 1 }));
    expect(await shop.lead(lead.id)).toEqual(eraseContact({ ...lead, standing }));
    expect(await shop.useCases.refreshWeek()).toEqual(LEFT);
  });

  it('erases the contact of a withdrawn lead 30 days later, whatever it was before', async () => {
    const shop = await openShop({ leads: [listedLead('listed', MONDAY), listedLead('vaulted', MONDAY - WEEK)] });
    await shop.useCases.refreshWeek();
    for (const leadId of shop.leadIds) await shop.useCases.withdrawLead({ leadId, who: 'olga', note: undefined });
    shop.clock.set(NOW + 30 * DAY - 1);
    expect(await shop.useCases.refreshWeek()).toEqual(LEFT);
    shop.clock.step(1);
    expect(await shop.useCases.refreshWeek()).toEqual(refreshed({ erased: 2 }));
    for (const leadId of shop.leadIds) {
      const lead = await shop.lead(leadId);
      expect([lead?.standing.state, lead && isErased(lead)]).toEqual(['withdrawn', true]);
    }
    expect(await shop.useCases.refreshWeek()).toEqual(LEFT);
  });

  it('erases with the contact the consent that came with it, and not a moment before', async () => {
    const shop = await openShop({ leads: [listedLead('withdrawn', MONDAY), listedLead('vaulted', MONDAY - WEEK)] });
    const { atomically } = shop.outside;
    const batch = someBatch();
    await atomically(async ({ batches }) => {
      await batches.add(batch);
      await batches.addProvenance(
        shop.leadIds.map((leadId, place) => ({
          leadId,
          batchId: batch.id,
          line: place + 2,
          consent: { IP: '192.0.2.7' },
        })),
      );
    });
    const withConsent = (): Promise<readonly string[]> =>
      atomically(async ({ batches }) => {
        const known = await Promise.all(shop.leadIds.map(batches.provenanceOf));
        return known.flatMap((one) => (one?.consent === undefined ? [] : [one.leadId]));
      });
    const withConsentAt = async (at: number): Promise<readonly string[]> => {
      shop.clock.set(at);
      await shop.useCases.refreshWeek();
      return withConsent();
    };
    await shop.useCases.refreshWeek();
    await shop.useCases.withdrawLead({ leadId: 'withdrawn', who: 'olga', note: undefined });
    expect(await withConsentAt(NOW + 30 * DAY - 1)).toEqual(['withdrawn', 'vaulted']);
    expect(await withConsentAt(NOW + 30 * DAY)).toEqual(['vaulted']);
    const erasedAt = MONDAY + 90 * DAY + 30 * DAY;
    expect(await withConsentAt(erasedAt - 1)).toEqual(['vaulted']);
    expect(await withConsentAt(erasedAt)).toEqual([]);
  });

  it('leaves the contact of a lead alone that its buyer has yet to get, however long that takes', async () => {
    const shop = await openShop({ leads: [listedLead('lead-1', MONDAY)] });
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    shop.queue.add({ name: 'sweep-purchases' });
    shop.clock.step(2 * MINUTE);
    await shop.queue.drain();
    expect((await shop.lead())?.standing.state).toBe('sold');
    shop.clock.step(2 * 52 * WEEK);
    expect(await shop.useCases.refreshWeek()).toEqual(LEFT);
    expect((await shop.lead())?.contact.email).toBe('ann.lee@example.com');
  });

  it('does in one run whatever years without any have left', async () => {
    const shop = await openShop({ leads: FOUR_WEEKS });
    shop.clock.step(2 * 52 * WEEK);
    expect(await shop.useCases.refreshWeek()).toEqual(refreshed({ vaulted: 8, expired: 8, erased: 8 }));
    expect(await seenIn(shop)).toEqual({ listed: [], vaulted: [] });
  });

  it('lets leads go before others come: until then each page of the vault counts those that should be gone', async () => {
    const record = auditRecord();
    const shop = await openShop({ leads: [OLD, listedLead('new', MONDAY)], around: record.around });
    shop.clock.set(MONDAY + WEEK);
    expect(await shop.useCases.refreshWeek()).toEqual(refreshed({ vaulted: 1, expired: 1 }));
    expect(record.entries.map(({ note }) => note)).toEqual(['expired 1', 'vaulted 1']);
  });

  it('leaves all that is due to one job when its time is over, and not to one for each kind of move', async () => {
    const shop = await openShop({ leads: [OLD, listedLead('new', MONDAY)] });
    shop.clock.set(MONDAY + WEEK);
    expect(await shop.useCases.refreshWeek({ forAtMost: 0 })).toEqual(refreshed({ expired: 1 }));
    expect(shop.queue.waiting()).toEqual([{ name: 'refresh-week' }]);
    await shop.queue.drain();
    expect((await seenIn(shop)).vaulted).toEqual(['new']);
  });

  it('takes hundreds of leads a few at a time', async () => {
    const record = auditRecord();
    const shop = await openShop({ leads: many(450, MONDAY), around: record.around });
    shop.clock.set(MONDAY + WEEK);
    expect(await shop.useCases.refreshWeek()).toEqual(refreshed({ vaulted: 450 }));
    expect(record.entries.map(({ note }) => note)).toEqual(['vaulted 200', 'vaulted 200', 'vaulted 50']);
  });
});

describe('a lead with an open checkout when its week ends', () => {
  it.each([
    ['is sold if that is paid', true, 'sold'],
    ['goes to the vault once that has closed unpaid, as from the end of its week', false, 'vaulted'],
  ])('is left, and %s', async (_, isPaid, state) => {
    const shop = await openShop();
    shop.clock.set(MONDAY + WEEK - MINUTE);
    const dana = await begin(shop);
    shop.clock.set(MONDAY + WEEK);
    expect(await shop.useCases.refreshWeek()).toEqual(LEFT);
    expect((await shop.lead())?.standing.state).toBe('listed');
    expect(await seenIn(shop), 'offered to nobody else').toEqual({ listed: [], vaulted: [] });
    if (isPaid) await dana.pay('dana@example.com');
    await shop.settleEverything({ rounds: 40 });
    expect(await shop.useCases.refreshWeek()).toEqual(refreshed({ vaulted: isPaid ? 0 : 1 }));
    expect((await shop.lead())?.standing).toMatchObject({ state, ...(!isPaid && { vaultedAt: MONDAY + WEEK }) });
  });
});

describe('the refresh by hand', () => {
  it('does what was due then, and leaves its trace', async () => {
    const record = auditRecord();
    const shop = await openShop({ leads: FOUR_WEEKS, around: record.around });
    shop.clock.set(MONDAY + 3 * WEEK);
    const at = MONDAY + WEEK + DAY;
    expect(await shop.useCases.refreshWeek({ at, who: 'olga' })).toEqual(refreshed({ vaulted: 2 }));
    expect(record.entries).toMatchObject([
      {
        at: shop.clock(),
        who: 'olga',
        action: 'refresh',
        note: 'vaulted 2',
        subject: '2026-11-30T15:00:00.000Z',
      },
    ]);
    await shop.useCases.refreshWeek({ at, who: 'olga' });
    expect(record.entries[1]).toMatchObject({ who: 'olga', note: 'nothing to do' });
  });

  it('tells an operator of a week by one entry for each kind of move, however many transactions it took', async () => {
    const shop = await openShop({ leads: many(450, MONDAY) });
    shop.clock.set(MONDAY + 30 * WEEK);
    await shop.useCases.refreshWeek();
    const told = await shop.outside.ledger.audit(100);
    expect(told.map(({ note = '' }) => note).toSorted()).toEqual(['erased 450', 'expired 450', 'vaulted 450']);
  });

  it('is refused for a time that has not come', async () => {
    const record = auditRecord();
    const shop = await openShop({ leads: FOUR_WEEKS, around: record.around });
    expect(await shop.useCases.refreshWeek({ at: NOW + 1, who: 'olga' })).toEqual({ is: 'in-the-future' });
    expect(record.entries).toEqual([]);
  });
});

describe('the schedule', () => {
  it('has the refresh run at Monday 15:00 UTC and every hour, and says so in the audit only when leads moved', async () => {
    const [, ...others] = repeatedJobs.filter(({ job }) => job.name === 'refresh-week');
    expect(others).toEqual([]);
    const { cron = '' } = repeatedJobs.find(({ job }) => job.name === 'refresh-week') ?? {};
    for (let hour = 0; hour < 48; hour += 1)
      expect(hasTicked(cron, MONDAY + hour * HOUR - 1, MONDAY + hour * HOUR)).toBe(true);

    const record = auditRecord();
    const shop = await openShop({ leads: FOUR_WEEKS, around: record.around });
    await shop.queue.jobs.repeat({ name: 'refresh-week' }, cron);
    await shop.queue.drain();
    shop.clock.set(MONDAY + WEEK - HOUR);
    await shop.queue.drain();
    expect(record.entries).toEqual([]);
    shop.clock.set(MONDAY + WEEK);
    await shop.queue.drain();
    expect(record.entries).toMatchObject([{ who: 'schedule', note: 'vaulted 2' }]);
    expect((await seenIn(shop)).vaulted).toHaveLength(2);
  });
});

describe('a refresh of more leads than a job moves in its time', () => {
  /** Each transaction takes two seconds; `begun` has what each found to do first. */
  const slowShop = async (count: number) => {
    const record = auditRecord();
    const turns: boolean[] = [];
    const added: string[] = [];
    let passTime = (): void => {};
    const around = (outside: Outside): Outside => ({
      ...outside,
      atomically: async (work) => {
        const result = await outside.atomically((repositories) => {
          const { leads, jobs } = repositories;
          return work({
            ...repositories,
            leads: {
              ...leads,
              tryRefreshLock: async () => {
                const isMine = await leads.tryRefreshLock();
                turns.push(isMine);
                passTime();
                return isMine;
              },
            },
            jobs: {
              add: async (job) => {
                added.push(job.name);
                await jobs.add(job);
              },
            },
          });
        });
        return result;
      },
    });
    const shop = await openShop({ leads: many(count, MONDAY), around: (outside) => around(record.around(outside)) });
    shop.clock.set(MONDAY + WEEK);
    passTime = () => shop.clock.step(2 * SECOND);
    return { shop, record, turns, added };
  };

  it('is gone on with by a job that follows, and by another one, to its end', async () => {
    const { shop, record, added } = await slowShop(1_450);
    shop.queue.add({ name: 'refresh-week' });
    await shop.queue.drain();
    expect((await seenIn(shop)).vaulted).toHaveLength(1_450);
    expect(movedBy(record.entries)).toEqual({ vaulted: 1_450 });
    // Eight transactions: the first job also looks at what is to leave the vault, as does each that follows.
    expect(added).toEqual(Array.from({ length: 4 }, () => 'refresh-week'));
    expect(shop.queue.waiting()).toEqual([]);
  });

  it('ends in its time also while the clock is set back', async () => {
    const stopwatch = memoryClock();
    let transactions = 0;
    let setBack = (): void => {};
    const shop = await openShop({
      leads: many(1_450, MONDAY),
      around: (outside) => ({
        ...outside,
        stopwatch,
        atomically: (work) => {
          transactions += 1;
          stopwatch.step(2 * SECOND);
          setBack();
          return outside.atomically(work);
        },
      }),
    });
    shop.clock.set(MONDAY + WEEK + HOUR);
    transactions = 0;
    setBack = () => shop.clock.step(-2 * SECOND);
    await shop.useCases.doJob({ name: 'refresh-week' });
    expect(transactions).toBe(3);
    expect(shop.queue.waiting()).toEqual([{ name: 'refresh-week' }]);
  });

  it('is one at a time, however many jobs for it come meanwhile', async () => {
    const { shop, record, turns, added } = await slowShop(1_450);
    for (let tick = 0; tick < 3; tick += 1) shop.queue.add({ name: 'refresh-week' });
    await shop.queue.drain();
    expect((await seenIn(shop)).vaulted).toHaveLength(1_450);
    expect(movedBy(record.entries)).toEqual({ vaulted: 1_450 });
    expect(
      turns.filter((isMine) => !isMine),
      'two of the three end at once',
    ).toHaveLength(2);
    expect(added).toHaveLength(4);
  });

  it('goes on to its end at once when an operator asks for it, beside the one that is at it', async () => {
    const { shop, record, turns, added } = await slowShop(700);
    const [one, other] = await Promise.all([
      shop.useCases.refreshWeek({ forAtMost: 0 }),
      shop.useCases.refreshWeek({ who: 'olga' }),
    ]);
    const moved = [one, other].map((outcome) => (outcome.is === 'refreshed' ? outcome.vaulted : 0));
    expect(moved).toEqual([200, 500]);
    expect(movedBy(record.entries)).toEqual({ vaulted: 700 });
    expect(turns).not.toContain(false);
    expect(added).toEqual(['refresh-week']);
  });
});

describe('a refresh that meets others', () => {
  it('moves each lead once, however many run at once', async () => {
    const record = auditRecord();
    const shop = await openShop({ leads: many(700, MONDAY), around: record.around });
    shop.clock.set(MONDAY + WEEK);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => shop.useCases.refreshWeek()));
    await shop.useCases.refreshWeek();
    expect(movedBy(record.entries)).toEqual({ vaulted: 700 });
    expect(outcomes.reduce((sum, outcome) => sum + (outcome.is === 'refreshed' ? outcome.vaulted : 0), 0)).toBe(700);
    expect((await seenIn(shop)).vaulted).toHaveLength(700);
  });

  it.each(['before', 'after'] as const)('comes to the same end when it dies %s any of its commits', async (when) => {
    const dyingAt = async (call: number): Promise<boolean> => {
      const record = auditRecord();
      const power = unreliable({ call, when, kind: 'cut' });
      const shop = await openShop({
        leads: many(450, MONDAY),
        around: (outside) => power.around(record.around(outside)),
      });
      shop.clock.set(MONDAY + 30 * WEEK);
      const outcome = await shop.useCases.refreshWeek().catch(() => 'died');
      if (outcome !== 'died') return false;
      power.restore();
      await shop.useCases.refreshWeek();
      expect(movedBy(record.entries)).toEqual({ vaulted: 450, expired: 450, erased: 450 });
      const states = Object.values(await standingsOf(shop)).map((standing) => standing?.state);
      expect(new Set(states)).toEqual(new Set(['expired']));
      expect((await shop.lead('lead-0449'))?.contact.email).toBeUndefined();
      return true;
    };
    let calls = 1;
    while (await dyingAt(calls)) calls += 1;
    expect(
      calls,
      'three commits and a last look for each kind of move, and a look at the vault before and at withdrawn leads',
    ).toBe(15);
  });
});
