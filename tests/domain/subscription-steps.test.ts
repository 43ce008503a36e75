import { describe, expect, it } from 'vitest';

import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import { RENEWAL_GRACE } from '#domain/subscription.ts';
import type { LateRefund, Subscription, SubscriptionProgress, TermReading } from '#domain/subscription.ts';
import { isUnfinishedSubscription, postponeSubscription } from '#domain/subscription-check.ts';
import { begin, giveWay } from '#domain/subscription-beginning.ts';
import {
  abandonSubscription,
  follow,
  forgoRefund,
  isPaidAfterAll,
  letGo,
  reconsider,
} from '#domain/subscription-steps.ts';
import { paymentToReturn, returnLatePayment, revise } from '#domain/subscription-revision.ts';
import type { Beginning } from '#domain/subscription-beginning.ts';
import { NOW, aSubscription, live } from './subscription.ts';

const OPEN = aSubscription({ state: 'open' }, 'new');
const LATER = NOW + 5 * DAY;

const paid = (changes: Partial<Beginning> = {}): Beginning => ({
  ref: 'sub-new',
  payerRef: 'payer',
  startedAt: LATER,
  status: 'active',
  paidThrough: LATER + 30 * DAY,
  endsAt: undefined,
  ...changes,
});

const ended = (paidThrough: number, endedAt: number): SubscriptionProgress => ({
  state: 'ended',
  ref: 'sub-old',
  payerRef: 'payer',
  since: NOW - 100 * DAY,
  paidThrough,
  endedAt,
  lateRefund: undefined,
});

const unwanted = (changes: { readonly givesBack: boolean; readonly paidThrough: number }): SubscriptionProgress => ({
  state: 'unwanted',
  ref: 'sub-old',
  payerRef: 'payer',
  since: NOW - 100 * DAY,
  ...changes,
});

const begun = (...others: readonly SubscriptionProgress[]): Subscription | undefined =>
  begin(
    OPEN,
    paid(),
    others.map((progress, index) => aSubscription(progress, `other-${index}`)),
    LATER,
    RENEWAL_GRACE,
  );

const displacedBy = (after: Subscription | undefined, other: SubscriptionProgress): Subscription | undefined =>
  after && giveWay(aSubscription(other, 'other'), { before: OPEN, after }, LATER);

const EVERY_STATE: readonly SubscriptionProgress[] = [
  { state: 'open' },
  { state: 'abandoned', abandonedAt: NOW },
  live(),
  { state: 'unwanted', ref: 's', payerRef: 'p', since: NOW, paidThrough: NOW, givesBack: true },
  ended(NOW, NOW),
];

describe('a paid checkout', () => {
  it('makes the subscription live from the day it was paid', () => {
    const { paidThrough } = paid();
    expect(begun()?.progress).toEqual(live({ ref: 'sub-new', since: LATER, paidThrough }));
  });

  it('of an account that has a live one is one too many: it ends and its money goes back', () => {
    expect(begun(live())).toMatchObject({
      id: 'new',
      progress: {
        state: 'unwanted',
        ref: 'sub-new',
        payerRef: 'payer',
        since: LATER,
        paidThrough: LATER,
        givesBack: true,
      },
    });
  });

  it('of a subscription that was cancelled meanwhile makes it one that is going to end', () => {
    const endsAt = LATER + 30 * DAY;
    expect(begin(OPEN, paid({ endsAt }), [], LATER, RENEWAL_GRACE)?.progress).toMatchObject({ state: 'live', endsAt });
  });

  it('takes the place of one whose renewal failed: that one gives way, nothing of it goes back, and the run goes on', () => {
    const overdue = live({ isOverdue: true, ref: 'sub-old', paidThrough: LATER - DAY });
    expect(begun(overdue)?.progress).toMatchObject({ state: 'live', ref: 'sub-new', since: overdue.since });
    const given = displacedBy(begun(overdue), overdue);
    expect(given).toMatchObject({ id: 'other', progress: { state: 'unwanted', ref: 'sub-old', givesBack: false } });
  });

  it('takes that place also where the provider has ended it before we heard of it, as it is paid for', () => {
    const overdue = live({ isOverdue: true, ref: 'sub-old', paidThrough: LATER - DAY });
    const others = [aSubscription(overdue, 'other')];
    const after = begin(OPEN, paid({ status: 'ended' }), others, LATER, RENEWAL_GRACE);
    expect(after?.progress.state).toBe('ended');
    expect(displacedBy(after, overdue)).toMatchObject({
      id: 'other',
      progress: { state: 'unwanted', givesBack: false },
    });
  });

  it('takes no place but that of an overdue one, and only as it begins', () => {
    for (const progress of EVERY_STATE) expect(displacedBy(begun(progress), progress)).toBeUndefined();
    const overdue = aSubscription(live({ isOverdue: true }), 'other');
    const lives = aSubscription(live(), 'new');
    for (const [before, after] of [
      [OPEN, abandonSubscription(OPEN, LATER)],
      [lives, lives],
      [OPEN, aSubscription(ended(LATER, LATER), 'new')],
    ] as const)
      expect(after && giveWay(overdue, { before, after }, LATER)).toBeUndefined();
  });

  it('that ended at the provider before we heard of it leaves what was paid', () => {
    const { paidThrough } = paid();
    expect(begin(OPEN, paid({ status: 'ended' }), [], LATER, RENEWAL_GRACE)?.progress).toMatchObject({
      state: 'ended',
      paidThrough,
    });
  });

  it.each([
    ['was still paid for', ended(LATER + DAY, NOW), NOW - 100 * DAY],
    ['ended at this very instant', ended(LATER, LATER), NOW - 100 * DAY],
    ['ended a day before', ended(LATER - DAY, LATER - DAY), LATER],
    ['was overdue within its grace until now', ended(LATER - DAY, LATER + 1), NOW - 100 * DAY],
    ['gave way as overdue', unwanted({ givesBack: false, paidThrough: LATER - DAY }), NOW - 100 * DAY],
    ['was one too many', unwanted({ givesBack: true, paidThrough: LATER - DAY }), LATER],
    ['was overdue beyond its grace', ended(LATER - RENEWAL_GRACE - 1, LATER + 1), LATER],
  ])('after one that %s begins or goes on with the run', (_text, other, since) => {
    expect(begun(other)?.progress).toMatchObject({ state: 'live', since });
  });
});

describe('a paid checkout that was given up before', () => {
  const givenUp = aSubscription({ state: 'abandoned', abandonedAt: LATER - 1 }, 'new');
  const begunLate = (...others: readonly SubscriptionProgress[]): Subscription | undefined =>
    begin(
      givenUp,
      paid(),
      others.map((progress, index) => aSubscription(progress, `other-${index}`)),
      LATER,
      RENEWAL_GRACE,
    );

  it('makes the subscription live: its payer is charged each month', () => {
    expect(begunLate()?.progress).toEqual(begun()?.progress);
    expect(begunLate()).toMatchObject({ id: 'new', revision: 1, progress: { state: 'live' } });
  });

  it('is one too many beside a live one, and its money goes back', () => {
    expect(begunLate(live())?.progress).toMatchObject({ state: 'unwanted', ref: 'sub-new', givesBack: true });
  });
});

describe('a live subscription', () => {
  const LIVE = aSubscription(live());
  const term = { status: 'active', paidThrough: NOW + 30 * DAY, endsAt: undefined, isTakenBack: false } as const;

  it('stays as it is when the provider says nothing new', () => {
    expect(follow(LIVE, term, LATER, RENEWAL_GRACE)).toBeUndefined();
  });

  it.each([
    ['is paid for another month', { ...term, paidThrough: NOW + 60 * DAY }, { paidThrough: NOW + 60 * DAY }],
    ['will end', { ...term, endsAt: term.paidThrough }, { endsAt: term.paidThrough }],
    ['is overdue', { ...term, status: 'overdue' as const }, { isOverdue: true }],
    ['has ended', { ...term, status: 'ended' as const }, { state: 'ended', endedAt: LATER }],
  ])('follows the provider when it %s, and its run goes on', (_text, news, expected) => {
    expect(follow(LIVE, news, LATER, RENEWAL_GRACE)).toMatchObject({
      revision: 1,
      progress: { since: NOW, ...expected },
    });
  });
});

describe('a live subscription whose money was taken back', () => {
  const term = { status: 'active', paidThrough: NOW, endsAt: undefined, isTakenBack: true } as const;

  it('has to end now, so much of it being paid as the provider says', () => {
    expect(follow(aSubscription(live()), term, LATER, RENEWAL_GRACE)?.progress).toEqual({
      ...unwanted({ givesBack: false, paidThrough: NOW }),
      ref: 'sub',
      since: NOW,
    });
  });

  it('has ended where the provider has ended it', () => {
    const ending = follow(aSubscription(live()), { ...term, status: 'ended' }, LATER, RENEWAL_GRACE);
    expect(ending?.progress).toMatchObject({ state: 'ended', paidThrough: NOW });
  });
});

describe('an ended subscription', () => {
  const ENDED = aSubscription(ended(NOW + DAY, NOW));
  const told = {
    status: 'ended',
    paidThrough: NOW + 30 * DAY,
    endsAt: NOW,
    isTakenBack: false,
    paidAt: NOW,
    paymentRef: 'late',
  } as const;

  it.each([NOW, NOW + 30 * DAY])('is paid through what the provider says by now: %d', (paidThrough) => {
    expect(revise(ENDED, { ...told, paidThrough }, LATER)).toMatchObject({
      revision: 1,
      progress: { ...ENDED.progress, paidThrough },
    });
    expect(revise(ENDED, { ...told, paidThrough: NOW + DAY }, LATER)).toBeUndefined();
    expect(revise(ENDED, { ...told, paidThrough, status: 'active' }, LATER)).toBeUndefined();
  });

  describe('that is paid after its end', () => {
    const late = { ...told, paidAt: NOW + 1 };
    const gone = { ...late, paidThrough: NOW + DAY };
    const withRefund = (lateRefund: LateRefund | undefined) =>
      aSubscription({ ...ended(NOW + DAY, NOW), lateRefund } as SubscriptionProgress);
    const [WANTED, MADE, FAILED] = (['wanted', 'made', 'failed'] as const).map((state) => ({
      paymentRef: 'late',
      state,
    }));

    it.each<
      readonly [text: string, before: LateRefund | undefined, reading: TermReading, after: LateRefund | undefined]
    >([
      ['is to give the payment back', undefined, late, WANTED],
      ["has nothing to give back once its payer's bank has taken it", WANTED, gone, undefined],
      ['has failed to when it is with the shop again', MADE, late, FAILED],
      ['has given it back in another way since', FAILED, gone, MADE],
      ['is to give a further one back', MADE, { ...late, paymentRef: 'next' }, { paymentRef: 'next', state: 'wanted' }],
      [
        'gives back a further one that follows a failed one',
        FAILED,
        { ...late, paymentRef: 'next' },
        { paymentRef: 'next', state: 'wanted' },
      ],
    ])('%s', (_text, before, reading, after) => {
      expect(revise(withRefund(before), reading, LATER)).toEqual({
        ...withRefund(after),
        revision: 1,
        check: { at: LATER + MINUTE, count: 0 },
      });
    });

    it.each<readonly [text: string, before: LateRefund | undefined, reading: TermReading]>([
      ['while the payment is still to go back', WANTED, late],
      ['by a further payment, until the one before has gone back', WANTED, { ...late, paymentRef: 'next' }],
      ['once it is known to have failed', FAILED, late],
      ['while it stays given back', MADE, gone],
      ['by a payment that has no reference', undefined, { ...late, paymentRef: undefined }],
    ])('is not changed %s', (_text, before, reading) => {
      expect(revise(withRefund(before), reading, LATER)).toBeUndefined();
    });

    it.each<readonly [when: string, change: Partial<TermReading>]>([
      ['was paid until its end', { paidAt: NOW }],
      ['was paid nobody knows when', { paidAt: undefined }],
      ['has ended nobody knows when', { endsAt: undefined }],
    ])('has its month when it %s', (_when, change) => {
      expect(revise(ENDED, { ...late, ...change }, LATER)?.progress).toEqual(ended(late.paidThrough, NOW));
    });

    it('sends back what it has noted before', () => {
      expect([undefined, WANTED, MADE, FAILED].map((one) => paymentToReturn(withRefund(one)))).toEqual([
        undefined,
        'late',
        undefined,
        undefined,
      ]);
    });

    it('is paid through what the provider says once the payment has gone back, whoever did that', () => {
      const [before, after] = [returnLatePayment(withRefund(WANTED), late, LATER), { ...gone, paidThrough: NOW }];
      expect(before?.progress).toMatchObject({ paidThrough: NOW + DAY });
      expect(returnLatePayment(withRefund(WANTED), after, LATER)?.progress).toEqual({
        ...withRefund(MADE).progress,
        paidThrough: NOW,
      });
    });

    it('has sent it back once, and is unfinished until then', () => {
      expect(returnLatePayment(withRefund(WANTED), late, LATER)).toMatchObject({
        ...withRefund(MADE),
        revision: 1,
        check: {},
      });
      for (const lateRefund of [undefined, MADE, FAILED])
        expect(returnLatePayment(withRefund(lateRefund), late, LATER)).toBeUndefined();
      expect([undefined, WANTED, MADE, FAILED].map((one) => isUnfinishedSubscription(withRefund(one)))).toEqual([
        false,
        true,
        false,
        false,
      ]);
    });
  });
});

describe('an overdue subscription', () => {
  const OVERDUE = aSubscription(live({ isOverdue: true, paidThrough: NOW }));
  const term = { status: 'overdue', paidThrough: NOW, endsAt: undefined, isTakenBack: false } as const;
  const END = NOW + RENEWAL_GRACE;

  it('has to end with its grace, and nothing of it goes back', () => {
    expect(follow(OVERDUE, term, END - 1, RENEWAL_GRACE)).toBeUndefined();
    expect(follow(OVERDUE, term, END, RENEWAL_GRACE)?.progress).toEqual({
      ...unwanted({ givesBack: false, paidThrough: NOW }),
      ref: 'sub',
      since: NOW,
    });
  });

  it('that the provider calls active is not ended, however long ago its paid month was', () => {
    const known = aSubscription(live({ paidThrough: NOW }));
    expect(follow(known, { ...term, status: 'active' }, END + DAY, RENEWAL_GRACE)).toBeUndefined();
  });

  it('is known to be overdue first, also beyond its grace: its owner hears of it', () => {
    const late = follow(aSubscription(live()), term, END, RENEWAL_GRACE);
    expect(late?.progress).toMatchObject({ state: 'live', isOverdue: true });
    expect(late && follow(late, term, END, RENEWAL_GRACE)?.progress.state).toBe('unwanted');
  });

  it('that is paid after all goes on, also beyond its grace', () => {
    const paidLate = { ...term, status: 'active', paidThrough: END + 30 * DAY } as const;
    expect(follow(OVERDUE, paidLate, END, RENEWAL_GRACE)?.progress).toMatchObject({ state: 'live', isOverdue: false });
  });
});

describe('an unwanted subscription whose renewal was paid at the last moment', () => {
  const UNWANTED = aSubscription(unwanted({ givesBack: false, paidThrough: NOW }));
  const term = { status: 'active', paidThrough: LATER + 30 * DAY, endsAt: undefined } as const;

  it('is live again, and its run goes on', () => {
    expect(reconsider(UNWANTED, term, [], LATER)?.progress).toEqual(
      live({ ref: 'sub-old', since: NOW - 100 * DAY, paidThrough: term.paidThrough }),
    );
  });

  it('leaves what was paid when the provider has ended it meanwhile', () => {
    expect(reconsider(UNWANTED, { ...term, status: 'ended' }, [], LATER)?.progress).toMatchObject({
      state: 'ended',
      paidThrough: term.paidThrough,
    });
  });

  it('stays unwanted beside a live one, and its payment goes back', () => {
    expect(reconsider(UNWANTED, term, [aSubscription(live(), 'other')], LATER)?.progress).toEqual(
      unwanted({ givesBack: true, paidThrough: NOW }),
    );
  });

  it.each([
    ['nothing more is paid', UNWANTED, { ...term, paidThrough: NOW }],
    ['the next month is unpaid too', UNWANTED, { ...term, status: 'overdue' as const }],
    ['its payment goes back anyway', aSubscription(unwanted({ givesBack: true, paidThrough: NOW })), term],
  ])('is none when %s', (_text, subscription, news) => {
    expect(reconsider(subscription, news, [], LATER)).toBeUndefined();
  });
});

describe('an unwanted subscription whose payment was to go back', () => {
  const GIVES_BACK = aSubscription(unwanted({ givesBack: true, paidThrough: NOW }));

  it("has nothing to send back once its payer's bank has taken the payment", () => {
    expect(forgoRefund(GIVES_BACK, { isTakenBack: true, paidThrough: NOW, paidAt: NOW - 1 }, LATER)?.progress).toEqual(
      unwanted({ givesBack: false, paidThrough: NOW }),
    );
  });

  it('has nothing to send back of a further month either, and keeps the ones before', () => {
    const disputed = { isTakenBack: true, paidThrough: NOW + DAY, paidAt: NOW + DAY };
    const next = forgoRefund(GIVES_BACK, disputed, LATER);
    expect(next?.progress).toEqual(unwanted({ givesBack: false, paidThrough: NOW + DAY }));
    expect(next && isPaidAfterAll(next, { ...disputed, status: 'ended', endsAt: NOW })).toBe(false);
  });

  it.each([
    ['nothing was taken', GIVES_BACK, { isTakenBack: false, paidThrough: NOW, paidAt: NOW }],
    [
      'an earlier month is disputed, and the payment is there',
      GIVES_BACK,
      { isTakenBack: true, paidThrough: NOW + 1, paidAt: NOW },
    ],
    [
      'an earlier month is disputed, and nobody knows when the payment was taken',
      GIVES_BACK,
      { isTakenBack: true, paidThrough: NOW + 1, paidAt: undefined },
    ],
    [
      'it was not to go back',
      aSubscription(unwanted({ givesBack: false, paidThrough: NOW })),
      { isTakenBack: true, paidThrough: NOW, paidAt: NOW },
    ],
  ])('stays what it is when %s', (_text, subscription, reading) => {
    expect(forgoRefund(subscription, reading, LATER)).toBeUndefined();
  });
});

describe('a subscription', () => {
  it('counts its steps, so that an answer asked for before one is known to be old', () => {
    expect([begun()?.revision, abandonSubscription(OPEN, NOW)?.revision]).toEqual([1, 1]);
    expect(abandonSubscription({ ...OPEN, revision: 6 }, NOW)?.revision).toBe(7);
  });

  it('is looked at an hour after the step that made it live, and a minute after any other', () => {
    expect(begun()?.check).toEqual({ at: LATER + HOUR, count: 0 });
    expect(begun(live())?.check).toEqual({ at: LATER + MINUTE, count: 0 });
  });

  it('that was never paid is abandoned at that instant', () => {
    expect(abandonSubscription(OPEN, LATER)?.progress).toEqual({ state: 'abandoned', abandonedAt: LATER });
  });

  it('keeps all that it knew when it is let go', () => {
    const unpaid = unwanted({ givesBack: false, paidThrough: NOW });
    expect(letGo(aSubscription(unpaid), LATER)?.progress).toEqual(ended(NOW, LATER));
  });

  it.each(EVERY_STATE)(
    'in state $state takes only the steps of that state, and begins before it has begun',
    (progress) => {
      const subscription = aSubscription(progress);
      const gone = { status: 'ended', paidThrough: NOW + 1, endsAt: undefined, isTakenBack: false } as const;
      const steps = {
        open: [abandonSubscription(subscription, NOW)],
        live: [follow(subscription, gone, NOW, RENEWAL_GRACE)],
        unwanted: [letGo(subscription, NOW)],
        ended: [revise(subscription, { ...gone, paidAt: undefined, paymentRef: undefined }, NOW)],
      };
      for (const [state, results] of Object.entries(steps))
        for (const result of results) expect(result !== undefined, state).toBe(state === progress.state);
      const isBegun = begin(subscription, paid(), [], NOW, RENEWAL_GRACE) !== undefined;
      expect(isBegun).toBe(progress.state === 'open' || progress.state === 'abandoned');
    },
  );

  it('is looked at until it is over', () => {
    expect(EVERY_STATE.map((progress) => isUnfinishedSubscription(aSubscription(progress)))).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('that is live is read again every hour, an open one after 1, 2, 4 … minutes', () => {
    expect(postponeSubscription(aSubscription(live()), LATER).check).toEqual({ at: LATER + HOUR, count: 0 });
    const once = postponeSubscription(OPEN, LATER);
    expect(once.check).toEqual({ at: LATER + MINUTE, count: 1 });
    expect(postponeSubscription(once, LATER).check).toEqual({ at: LATER + 2 * MINUTE, count: 2 });
  });
});
