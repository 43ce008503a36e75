import { describe, expect, test } from 'vitest';

import type { OperatorAnswer } from '#adapters/cli/answer.ts';
import { couponCreated, couponList, couponStopped } from '#adapters/cli/coupon-answers.ts';
import { importAnswer } from '#adapters/cli/import-answer.ts';
import type { FileImport } from '#adapters/cli/import-answer.ts';
import { personErased, refreshed, withdrawn } from '#adapters/cli/lead-answers.ts';
import { auditAnswer, statsAnswer } from '#adapters/cli/ledger-answers.ts';
import { purchaseList, reconciled, refundAnswer, resent } from '#adapters/cli/purchase-answers.ts';
import { undoAnswer } from '#adapters/cli/undo-answer.ts';
import type { ImportReport } from '#application/import-report.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { aPurchaseOf, paid, refund } from '#tests/domain/purchase.ts';
import { reasonOf } from './rig.ts';

const NOW = Date.UTC(2026, 10, 25, 12);
const SALE = 'HL-7K2M-9QXD';
const WITHOUT_CONTACT = 'is kept in the audit: write it without e-mail addresses and phone numbers.';

describe('what was refused has a reason for scripts, which stays, and words for people', () => {
  test.each<[reason: string, words: string, OperatorAnswer]>([
    [
      'exists',
      'There is a coupon SPRING already, and a code is never used twice.',
      couponCreated({ is: 'exists', code: 'SPRING' }, NOW),
    ],
    ['bad-code', 'A code has 1 to 40 letters, digits, dashes and underscores.', couponCreated({ is: 'bad-code' }, NOW)],
    [
      'bad-discount',
      'The discount is a percentage from 0.01 to 100, or an amount from $0.01 to $99,999.99.',
      couponCreated({ is: 'bad-discount' }, NOW),
    ],
    ['bad-uses', 'The uses are a whole number from 1 to 1,000,000.', couponCreated({ is: 'bad-uses' }, NOW)],
    ['bad-price', 'The smallest price is from $0.00 to $99,999.99.', couponCreated({ is: 'bad-price' }, NOW)],
    ['ends-before-start', 'The coupon would end before it begins.', couponCreated({ is: 'ends-before-start' }, NOW)],
    ['ends-in-the-past', 'The coupon would have ended already.', couponCreated({ is: 'ends-in-the-past' }, NOW)],
    [
      'unknown',
      'There is no such coupon. Those there are: npm run leads -- coupon list',
      couponStopped({ is: 'unknown' }),
    ],
    ['in-the-future', 'That instant is still to come: nothing was moved.', refreshed({ is: 'in-the-future' })],
    [
      'sold',
      'The lead is sold. A sale is undone by a refund: npm run leads -- purchases refund SALE --reason TEXT',
      withdrawn({ is: 'sold' }),
    ],
    [
      'unknown',
      'There is no lead with this id. Ids are told by /api/good-lead/unsold?search=CITY and by npm run leads -- purchases list',
      withdrawn({ is: 'unknown' }),
    ],
    ['note-holds-contact', `The note ${WITHOUT_CONTACT}`, withdrawn({ is: 'note-holds-contact' })],
    [
      'unknown',
      'There is no import with this id. Ids are told by npm run leads -- audit',
      undoAnswer({ is: 'unknown' }),
    ],
    [
      'in-use',
      'Nothing was taken back: 1 lead sold, 2 in checkout. Single leads can be withdrawn.',
      undoAnswer({ is: 'in-use', sold: 1, inCheckout: 2 }),
    ],
    [
      'partly-undone',
      '5 leads taken back, but not these: 0 leads sold, 1 in checkout. If the import was still running, it may have stopped: npm run leads -- audit',
      undoAnswer({ is: 'partly-undone', removed: 3, withdrawn: 2, erased: 0, seen: 0, sold: 0, inCheckout: 1 }),
    ],
    ['unknown', 'There is no such sale. Those there are: npm run leads -- purchases list', resent({ is: 'unknown' })],
    ['not-settled', 'The money of this purchase has not been collected.', resent({ is: 'not-settled' })],
    ['refunded', 'The money of this sale went back.', resent({ is: 'refunded' })],
    ['erased', 'The contact of this lead was erased.', resent({ is: 'erased' })],
    [
      'unknown',
      'There is no such sale. Those there are: npm run leads -- purchases list',
      refundAnswer({ is: 'unknown' }),
    ],
    [
      'not-settled',
      'Nothing was collected for this purchase: nothing can go back.',
      refundAnswer({ is: 'not-settled' }),
    ],
    [
      'already-refunded',
      'The money of this sale went back before. If it has come back since, reconcile first: npm run leads -- reconcile',
      refundAnswer({ is: 'already-refunded' }),
    ],
    ['reason-holds-contact', `The reason ${WITHOUT_CONTACT}`, refundAnswer({ is: 'reason-holds-contact' })],
  ])('%s: %s', (reason, words, answer) => {
    expect(answer.is).toBe('refused');
    expect(reasonOf(answer)).toBe(reason);
    expect(answer.lines).toEqual([words]);
  });
});

describe('what was done is told', () => {
  test.each<[words: string, json: object, OperatorAnswer]>([
    ['The coupon SPRING is stopped.', { stopped: true }, couponStopped({ is: 'stopped', code: 'SPRING' })],
    ['The coupon SPRING was stopped before.', { stopped: true }, couponStopped({ is: 'already', code: 'SPRING' })],
    [
      'The lead is withdrawn. The server closes the payment pages that are open for it: now, or when it next runs.',
      { withdrawn: true },
      withdrawn({ is: 'withdrawn' }),
    ],
    ['The lead was withdrawn before.', { withdrawn: true }, withdrawn({ is: 'already' })],
    [
      'The lead has left the vault, as its 90 days are over: there is nothing to withdraw.',
      { withdrawn: false, expired: true },
      withdrawn({ is: 'expired' }),
    ],
    [
      'This import was taken back before.',
      { undone: true, removed: 0, withdrawn: 0, erased: 0, seen: 0 },
      undoAnswer({ is: 'already' }),
    ],
    [
      `The server sends the mail with the lead of ${SALE} to dana@example.com again: now, or when it next runs.`,
      { sale: SALE, buyer: 'dana@example.com', queued: true },
      resent({ is: 'queued', saleNumber: SALE, buyerEmail: 'dana@example.com' }),
    ],
    [
      `The refund of ${SALE} has begun. The payment provider takes its time.`,
      { refunded: false, pending: 'provider-takes-time' },
      refundAnswer({ is: 'pending', saleNumber: SALE, why: 'provider-takes-time' }),
    ],
    [
      `The refund of ${SALE} has begun. The payment provider cannot be reached; it is tried again.`,
      { refunded: false, pending: 'provider-unavailable' },
      refundAnswer({ is: 'pending', saleNumber: SALE, why: 'provider-unavailable' }),
    ],
    ['There are no coupons.', { coupons: [] }, couponList([], NOW)],
    ['Nothing has been done yet.', { entries: [] }, auditAnswer([])],
  ])('%s', (words, json, answer) => {
    expect(answer).toMatchObject({ is: 'done', lines: [words], json });
  });

  test('a refund that the provider refuses is no success, though it is tried again', () => {
    expect(refundAnswer({ is: 'pending', saleNumber: SALE, why: 'provider-refused' })).toEqual({
      is: 'refused',
      lines: [
        `The refund of ${SALE} has begun. The payment provider refuses it; it is tried again, but look at its own pages.`,
      ],
      json: { sale: SALE, refunded: false, pending: 'provider-refused' },
    });
  });

  test('an import that was taken back tells how many leads were withdrawn, since somebody once wanted to buy them', () => {
    const answer = undoAnswer({ is: 'undone', removed: 1, withdrawn: 2, erased: 0, seen: 0 });
    expect(answer.json).toEqual({ undone: true, removed: 1, withdrawn: 2, erased: 0, seen: 0 });
    expect(answer.lines[1]).toBe('2 leads that somebody once wanted to buy: withdrawn, their persons forgotten.');
  });

  test('an import that was taken back tells of one lead and of several in their own words', () => {
    expect(undoAnswer({ is: 'undone', removed: 1, withdrawn: 1, erased: 1, seen: 0 }).lines).toEqual([
      '1 lead taken back, as if it had never been.',
      '1 lead that somebody once wanted to buy: withdrawn, its person forgotten.',
      '1 lead whose contact was erased: left as it is, so that its person stays known.',
    ]);
    expect(
      [1, 2].map((seen) => undoAnswer({ is: 'undone', removed: 0, withdrawn: 0, erased: 0, seen }).lines[1]),
    ).toEqual([
      '1 lead whose contact subscribers or a buyer have seen: withdrawn, and its person stays known, so that nobody is sold twice.',
      '2 leads whose contact subscribers or a buyer have seen: withdrawn, and their persons stay known, so that nobody is sold twice.',
    ]);
    expect(undoAnswer({ is: 'undone', removed: 2, withdrawn: 0, erased: 2, seen: 0 }).lines).toEqual([
      '2 leads taken back, as if they had never been.',
      '2 leads whose contact was erased: left as they are, so that their persons stay known.',
    ]);
  });

  test('an erasure tells of one lead and of several in their own words, and of messages that went with them', () => {
    const rest = {
      is: 'erased',
      inDelivery: 0,
      undeliverable: [],
      purchases: 0,
      accounts: 0,
      hasAccount: false,
    } as const;
    expect(personErased({ ...rest, erased: 1, withdrawn: 1, messages: 0 }).lines).toEqual([
      '1 lead no longer tells of this person; it was on offer or in the vault and is withdrawn.',
    ]);
    expect(personErased({ ...rest, erased: 1, withdrawn: 0, messages: 0 }).lines).toEqual([
      '1 lead no longer tells of this person.',
    ]);
    expect(personErased({ ...rest, erased: 2, withdrawn: 1, messages: 0 }).lines).toEqual([
      '2 leads no longer tell of this person; 1 of them was on offer or in the vault and is withdrawn.',
    ]);
    expect(personErased({ ...rest, erased: 3, withdrawn: 2, messages: 4 }).lines).toEqual([
      '3 leads no longer tell of this person; 2 of them were on offer or in the vault and are withdrawn.',
      '4 messages of the contact form taken away.',
    ]);
    expect(personErased({ ...rest, erased: 0, withdrawn: 0, messages: 0, accounts: 1 })).toMatchObject({
      lines: ['No lead tells of this person.', '1 account that was never verified taken away.'],
      json: { accounts: 1, hasAccount: false },
    });
  });
});

describe('a table', () => {
  test('of coupons tells how much of each is used and from which price on it can be', () => {
    const coupons = [
      someCoupon({ discount: { kind: 'percent', basisPoints: 1_250 }, startsAt: NOW, uses: 20, maxUses: 20 }),
      someCoupon({ code: 'B', discount: { kind: 'amount', cents: 500 }, smallestPrice: 2_500, endsAt: NOW + 1 }),
    ];
    const { json, table } = couponList(coupons, NOW);
    expect(table).toEqual({
      head: ['Code', 'Discount', 'From', 'Until', 'Used', 'Smallest price', 'State'],
      rows: [
        ['WELCOME10', '12.5 %', '2026-11-25 12:00 UTC', '–', '20 of 20', '–', 'used up'],
        ['B', '$5.00', '–', '2026-11-25 12:00 UTC', '0', '$25.00', 'active'],
      ],
    });
    const from = { startsAt: '2026-11-25T12:00:00.000Z', endsAt: null };
    const until = { startsAt: null, endsAt: '2026-11-25T12:00:00.001Z' };
    expect(json).toEqual({
      coupons: [
        {
          ...from,
          code: 'WELCOME10',
          discount: { percent: 12.5 },
          uses: 20,
          maxUses: 20,
          smallestPrice: null,
          stopped: false,
          state: 'used-up',
        },
        {
          ...until,
          code: 'B',
          discount: { amount: 5 },
          uses: 0,
          maxUses: null,
          smallestPrice: 25,
          stopped: false,
          state: 'active',
        },
      ],
    });
    expect(couponCreated({ is: 'created', coupon: coupons[1] ?? someCoupon() }, NOW).table?.rows).toEqual(
      table?.rows.slice(1),
    );
  });

  test('of purchases tells of no waiting mail once the money goes back: it does not leave', () => {
    const refunding = { state: 'refunding', ...paid, ...refund } as const;
    for (const progress of [refunding, { ...refunding, state: 'refunded', refundedAt: NOW } as const])
      expect(purchaseList([aPurchaseOf('lead-1', { openedAt: NOW, progress })], 10).json).toMatchObject({
        purchases: [{ state: progress.state, buyer: 'dana@example.com', delivery: null }],
      });
  });

  test('of purchases tells what is known of each, and a dash for what is not', () => {
    const sold = aPurchaseOf('lead-1', {
      price: 2_250,
      couponCode: 'WELCOME10',
      openedAt: NOW,
      progress: { state: 'settled', ...paid },
    });
    const { json, table } = purchaseList([sold, aPurchaseOf('lead-2', { openedAt: NOW })], 10);
    const at = '2026-11-25 12:00 UTC';
    expect(table).toEqual({
      head: ['Sale', 'Opened', 'State', 'Price', 'Coupon', 'Buyer', 'Delivery', 'Lead'],
      rows: [
        [SALE, at, 'settled', '$22.50', 'WELCOME10', 'dana@example.com', 'queued', 'lead-1'],
        [SALE, at, 'open', '$25.00', '–', '–', '–', 'lead-2'],
      ],
    });
    const both = { sale: SALE, id: 'purchase', openedAt: '2026-11-25T12:00:00.000Z' };
    const known = { coupon: 'WELCOME10', buyer: 'dana@example.com', delivery: 'queued' };
    expect(json).toEqual({
      purchases: [
        { ...both, ...known, leadId: 'lead-1', state: 'settled', price: 22.5 },
        { ...both, leadId: 'lead-2', state: 'open', price: 25, coupon: null, buyer: null, delivery: null },
      ],
      nextUntil: null,
    });
  });

  test('of what was mended has none where nothing was', () => {
    const mended = [{ what: 'purchase', id: 'p', before: 'open', after: 'settled' }] as const;
    const read = { purchase: 1, subscription: 2 };
    expect(reconciled({ read, mended, failures: [] }).table?.head).toEqual(['What', 'Id', 'Was', 'Is']);
    expect(reconciled({ read, mended: [], failures: [] }).table).toBeUndefined();
  });

  test('of figures counts each state of leads, purchases and subscriptions, and what purchases have brought in', () => {
    const leads = { scheduled: 1_200, listed: 2, sold: 3, vaulted: 0, expired: 0, withdrawn: 0 };
    const purchases = { open: 4, won: 0, settled: 5, refunding: 0, refunded: 0, lost: 0, abandoned: 0, lapsed: 0 };
    const subscriptions = { open: 0, live: 6, unwanted: 0, ended: 0, abandoned: 0 };
    const answer = statsAnswer({ leads, purchases, subscriptions, collected: 7_500 });
    expect(answer.json).toEqual({ leads, purchases, subscriptions, collected: 75 });
    expect(answer.table?.head).toEqual(['What', 'State', 'Count']);
    expect(answer.table?.rows).toEqual(
      expect.arrayContaining([
        ['leads', 'scheduled', '1,200'],
        ['purchases', 'settled', '5'],
        ['subscriptions', 'live', '6'],
        ['purchases', 'collected', '$75.00'],
      ]),
    );
  });

  test('of the audit has a note where there is one', () => {
    const entry = { id: 'entry-1', at: NOW, who: 'olga', action: 'withdraw', subject: 'lead-1' } as const;
    const answer = auditAnswer([
      { ...entry, note: 'moved' },
      { ...entry, note: undefined },
    ]);
    expect(answer.json).toMatchObject({ entries: [{ note: 'moved' }, { note: null }] });
    expect(answer.table).toEqual({
      head: ['When', 'Who', 'What', 'On', 'Note'],
      rows: [
        ['2026-11-25 12:00 UTC', 'olga', 'withdraw', 'lead-1', 'moved'],
        ['2026-11-25 12:00 UTC', 'olga', 'withdraw', 'lead-1', ''],
      ],
    });
  });

  test('of the audit shows the start of the hash of a person, which nobody reads, and a script has all of it', () => {
    const subject = '0123456789abcdef'.repeat(4);
    const entry = { id: 'entry-1', at: NOW, who: 'olga', action: 'erase', subject, note: 'erased 1' } as const;
    const { table, json } = auditAnswer([entry]);
    expect(table?.rows).toEqual([['2026-11-25 12:00 UTC', 'olga', 'erase', '0123456789ab…', 'erased 1']]);
    expect(json).toMatchObject({ entries: [{ subject }] });
  });
});

describe('what came of a file', () => {
  const REPORT: ImportReport = {
    rows: 4,
    created: 2,
    already: 0,
    duplicates: 1,
    invalid: 1,
    blank: 0,
    listedAt: NOW,
    prices: { lowest: 2_500, highest: 2_500 },
    problems: [
      { line: 5, is: 'invalid', reasons: ['no price', 'no city'] },
      { line: 2, is: 'duplicate', reasons: ['as line 3'] },
    ],
    warnings: [{ line: 4, reasons: ['the description names the lead'] }],
    warned: 1,
    columns: { used: { 'first name': ['First', 'Middle'], email: ['Mail'] }, consent: ['Opt in'], ignored: [] },
  };
  const FILE: FileImport = {
    command: 'import',
    file: '/friday.csv',
    commit: false,
    listNow: false,
    mapping: {},
    encoding: undefined,
    rejects: undefined,
  };
  const told = (
    changes: Partial<ImportReport> = {},
    file: Partial<FileImport> = {},
    rejects?: { readonly path: string; readonly rows: number; readonly problem: string | undefined },
  ): OperatorAnswer =>
    importAnswer(
      { ...FILE, ...file },
      { outcome: { is: 'checked', report: { ...REPORT, ...changes }, batchId: undefined }, rejects },
      String,
    );

  test('names the columns that were read, the rows to look at, and when the leads would be on the marketplace', () => {
    expect(told().lines).toEqual([
      'Read: first name from "First" or "Middle", email from "Mail".',
      'Kept as consent: "Opt in".',
      '4 rows: 2 leads to create, 1 duplicate, 1 invalid.',
      'Price: $25.00.',
      '1 row to look at: buyers may read who the lead is.',
      'They would be on the marketplace from 2026-11-25 12:00 UTC.',
      'Nothing was stored. The same command with --commit stores it.',
    ]);
    const columns = { used: {}, consent: [], ignored: ['A', 'B'] };
    const other = told({ columns, already: 3, blank: 1, warned: 0 }, { listNow: true }).lines;
    expect(other.slice(1, 3)).toEqual([
      'Not read: "A", "B".',
      '4 rows: 2 leads to create, 3 imported before, 1 duplicate, 1 invalid, 1 blank line.',
    ]);
    expect(other.slice(-2)[0]).toBe('They would be on the marketplace at once.');
    expect(other.join()).not.toContain('to look at');
    expect(told({ created: 1 }).lines.at(-2)).toBe('It would be on the marketplace from 2026-11-25 12:00 UTC.');
  });

  test('has its remarks by line, those of rows that were taken among them', () => {
    expect(told().table?.rows).toEqual([
      ['2', 'duplicate', 'as line 3'],
      ['4', 'look', 'the description names the lead'],
      ['5', 'invalid', 'no price; no city'],
    ]);
    expect(told({ problems: [], warnings: [] }).table).toBeUndefined();
  });

  test('shows fifty remarks, and tells how many more there are', () => {
    const problems = Array.from(
      { length: 60 },
      (_, index) => ({ line: index + 2, is: 'invalid', reasons: [] }) as const,
    );
    const many = told({ problems, warnings: [], rows: 70, invalid: 50, duplicates: 7, warned: 3 });
    expect(many.table?.rows).toHaveLength(50);
    expect(many.lines[0]).toBe('… and 10 more remarks.');
    expect(told({ invalid: 45, duplicates: 4, warned: 1, rows: 60 }).lines.join()).not.toContain('more remark');
  });

  test('says where the rejected rows are, or why they are not', () => {
    const rejects = { path: '/friday.rejects.csv', rows: 2, problem: undefined };
    const kept = told({}, {}, rejects);
    expect(kept.lines).toContain('2 rejected rows in /friday.rejects.csv: mend them there and import that file.');
    expect(kept.json).toMatchObject({ rejects: { path: '/friday.rejects.csv', rows: 2, problem: null } });
    const one = told({}, {}, { ...rejects, rows: 1 });
    expect(one.lines).toContain('1 rejected row in /friday.rejects.csv: mend it there and import that file.');
    const lost = told({}, {}, { ...rejects, problem: 'the disk is full' });
    expect(lost.lines).toContain('the disk is full');
    expect(lost.lines.join()).not.toContain('mend them there');
    expect(lost.json).toMatchObject({ rejects: { problem: 'the disk is full' }, listedAt: '2026-11-25T12:00:00.000Z' });
    expect([kept.is, lost.is]).toEqual(['done', 'refused']);
  });

  test('tells a file without rows from one of which not one can be imported', () => {
    expect(told({ rows: 0, invalid: 0 }).lines.at(-1)).toBe('The file has no rows.');
    expect(told({ rows: 2, invalid: 2 }).lines.at(-1)).toBe('Not one row can be imported. Nothing was stored.');
  });

  test('says that nothing was stored where nothing was new, and of which batch it is', () => {
    const again = (batchId: string | undefined, file = FILE) =>
      importAnswer(file, { outcome: { is: 'nothing-to-add', report: REPORT, batchId }, rejects: undefined }, String);
    expect(again(undefined)).toMatchObject({ is: 'done', json: { stored: false, batchId: null } });
    expect(again(undefined).lines.at(-1)).toBe('Nothing was stored.');
    expect(again('b-1').json).toMatchObject({ stored: false, batchId: 'b-1' });
    expect(again('b-1').lines.at(-1)).toBe('Nothing was stored: this file was imported before, as the batch b-1.');
    expect(again(undefined, { ...FILE, listNow: true }).lines.at(-1)).toBe('Nothing was stored.');
    expect(again('b-1', { ...FILE, listNow: true }).lines.at(-1)).toBe(
      '--list-now changes no lead of it: to list those that wait, npm run leads -- undo-import b-1 first, and this command again.',
    );
  });

  test('that is stored says from when on it is seen', () => {
    const imported = (report: ImportReport) =>
      importAnswer(FILE, { outcome: { is: 'imported', report, batchId: 'b-1' }, rejects: undefined }, String);
    const { lines } = imported(REPORT);
    expect(lines).toContain('4 rows: 2 leads created, 1 duplicate, 1 invalid.');
    expect(lines.slice(-2)).toEqual([
      'They are on the marketplace from 2026-11-25 12:00 UTC.',
      'To take them back: npm run leads -- undo-import b-1',
    ]);
    expect(imported({ ...REPORT, created: 1 }).lines.slice(-2)).toEqual([
      'It is on the marketplace from 2026-11-25 12:00 UTC.',
      'To take it back: npm run leads -- undo-import b-1',
    ]);
  });

  test('that was taken back while it ran says what becomes of its leads, and what the same file does', () => {
    const outcome = { is: 'undone-meanwhile', report: REPORT, batchId: 'b-1' } as const;
    const answer = importAnswer(FILE, { outcome, rejects: undefined }, String);
    const message =
      'This import was taken back while it ran: what it had stored as the batch b-1 goes, and the rest was not stored. When all of it is gone, the same file again begins a new batch.';
    expect(answer).toMatchObject({
      is: 'refused',
      json: { error: { reason: 'undone-meanwhile', message }, created: 2, batchId: 'b-1' },
    });
    expect(answer.lines).toContain('4 rows: 2 leads created, 1 duplicate, 1 invalid.');
    expect(answer.lines.at(-1)).toBe(message);
  });
});
