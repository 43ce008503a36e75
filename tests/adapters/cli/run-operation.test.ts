import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { accountShown } from '#adapters/cli/account-shown.ts';
import { personErased } from '#adapters/cli/lead-answers.ts';
import { refundAnswer } from '#adapters/cli/purchase-answers.ts';
import { purchaseShown } from '#adapters/cli/purchase-shown.ts';
import { runOperation } from '#adapters/cli/run-operation.ts';
import { undoAnswer } from '#adapters/cli/undo-answer.ts';
import type { Progress } from '#adapters/cli/answer.ts';
import type { Operation } from '#adapters/cli/operation.ts';
import { StoreBusy, StoreUnavailable } from '#application/ports/atomically.ts';
import type { AccountView } from '#application/find-account.ts';
import type { RefundedLead } from '#application/refund-purchase.ts';
import { ProviderUnavailable } from '#application/ports/payment-provider.ts';
import { importFile } from '#config/import-file.ts';
import { DAY, MINUTE } from '#domain/instant.ts';
import type { Purchase, ReturnKind } from '#domain/purchase.ts';
import { personKeyTextsOf } from '#domain/person.ts';
import { NOW, aLeadOnOffer, openShop } from '#tests/application/shop.ts';
import { newSubscription } from '#domain/subscription.ts';
import { aPurchaseOf, paid } from '#tests/domain/purchase.ts';
import { begin } from '#tests/application/buyer.ts';
import { somebodyIn } from '#tests/application/subscriber.ts';
import { newFolder, reasonOf } from './rig.ts';

const open = async (stock: Parameters<typeof openShop>[0] = {}) => {
  const shop = await openShop(stock);
  const { useCases, outside, clock, log } = shop;
  const run = runOperation({ useCases, importFile: importFile(useCases), ledger: outside.ledger, clock, log });
  const operate = (operation: Operation) => run(operation, { who: 'olga', onProgress: () => {} });
  const audited = async () =>
    (await outside.ledger.audit(100)).map(({ who, action, subject }) => [who, action, subject]);
  return { shop, operate, audited };
};

const sold = async (email = 'buyer@agents.example') => {
  const opened = await open({ leads: [aLeadOnOffer(), aLeadOnOffer({ id: 'lead-2' })] });
  const purchase = await begin(opened.shop);
  await purchase.pay(email);
  await purchase.settle();
  const { saleNumber = '' } = (await opened.shop.purchase(purchase.id)) ?? {};
  return { ...opened, ...purchase, saleNumber };
};

describe('an operation is done by its use-case, in the name of its operator', () => {
  test('refresh', async () => {
    const old = aLeadOnOffer({ standing: { state: 'listed', listedAt: NOW - 30 * 86_400_000 } });
    const { operate, audited } = await open({ leads: [old] });
    const answer = await operate({ command: 'refresh' });
    expect(answer).toMatchObject({ is: 'done', json: { vaulted: 1, expired: 0, erased: 0 } });
    expect(answer.lines.join()).toContain('1 lead moved to the vault');
    expect(reasonOf(await operate({ command: 'refresh', at: NOW + 1 }))).toBe('in-the-future');
    expect(await audited()).toEqual([['olga', 'refresh', expect.any(String) as unknown]]);
  });

  test('withdraw', async () => {
    const { operate, audited, shop } = await open();
    const note = 'ann.lee@example.com moved';
    expect(reasonOf(await operate({ command: 'withdraw', leadId: 'lead-1', note }))).toBe('note-holds-contact');
    expect(await operate({ command: 'withdraw', leadId: 'lead-1', note: 'moved' })).toMatchObject({ is: 'done' });
    expect((await shop.lead())?.standing.state).toBe('withdrawn');
    expect(await operate({ command: 'withdraw', leadId: 'lead-1' })).toMatchObject({ is: 'done' });
    const unknown = await operate({ command: 'withdraw', leadId: 'Ann Lee' });
    expect(reasonOf(unknown)).toBe('unknown');
    expect(unknown.lines.join()).toContain('/api/good-lead/unsold');
    expect(await audited()).toEqual([['olga', 'withdraw', 'lead-1']]);
  });

  test('erase', async () => {
    const { operate, audited } = await open();
    const answer = await operate({ command: 'erase', text: 'nobody@example.com' });
    expect(answer).toMatchObject({ is: 'done', json: { erased: 0 }, lines: ['No lead tells of this person.'] });
    const neither = await operate({ command: 'erase', text: 'Ann Lee' });
    expect(reasonOf(neither)).toBe('neither-email-nor-phone');
    expect(neither.lines).toEqual(['This is neither an e-mail address nor a phone number.']);
    expect(await audited()).toEqual([['olga', 'erase', expect.not.stringContaining('@') as unknown]]);
  });

  test('erase, of a phone number of any country', async () => {
    const { operate } = await open();
    expect(await operate({ command: 'erase', text: '+49 30 901820' })).toMatchObject({ is: 'done' });
  });

  test('erase, which names the sales that are to be refunded first', async () => {
    const outcome = {
      is: 'erased',
      erased: 1,
      withdrawn: 0,
      inDelivery: 0,
      messages: 0,
      purchases: 0,
      accounts: 0,
    } as const;
    const answer = personErased({ ...outcome, hasAccount: false, undeliverable: ['HL-AAAA-AAAA', 'HL-BBBB-BBBB'] });
    expect(answer.json).toMatchObject({ inDelivery: 0, undeliverable: ['HL-AAAA-AAAA', 'HL-BBBB-BBBB'] });
    expect(answer.lines.at(-1)).toBe(
      '2 sold leads whose buyer can never be sent the contact: refund HL-AAAA-AAAA, HL-BBBB-BBBB first, then erase again.',
    );
    expect(answer.is).toBe('refused');
    const whole = personErased({ ...outcome, hasAccount: false, undeliverable: [] });
    expect(whole).toMatchObject({ is: 'done', lines: [expect.stringContaining('1 lead no longer tells') as unknown] });
  });

  test('erase, which a script has to look at when a sold lead still tells of the person', async () => {
    const { operate, shop } = await sold();
    const { atomically, secrets } = shop.outside;
    const text = 'ann.lee@example.com';
    const keys = personKeyTextsOf(text).map(secrets.hash);
    await atomically(({ persons }) => persons.add(keys.map((key) => ({ key, leadId: 'lead-1', seenAt: NOW }))));
    const erase = { command: 'erase', text } as const;
    const early = await operate(erase);
    expect(early).toMatchObject({ is: 'refused', json: { erased: 0, inDelivery: 1 } });
    expect(early.lines).toEqual([
      '1 sold lead still on the way to the buyer, or back: erase again once the delivery or the refund is done.',
    ]);
    await shop.queue.drain();
    expect(await operate(erase)).toMatchObject({ is: 'done', json: { erased: 1, inDelivery: 0 } });
  });

  test('erase, which tells of what stays', async () => {
    const outcome = {
      is: 'erased',
      erased: 0,
      withdrawn: 0,
      inDelivery: 0,
      messages: 0,
      accounts: 0,
      undeliverable: [],
    } as const;
    const answer = personErased({ ...outcome, purchases: 3, hasAccount: true });
    expect(answer.json).toMatchObject({ purchases: 3, hasAccount: true });
    expect(answer.lines.slice(1)).toEqual([
      '3 purchases with this address as the buyer’s: in the books, where it stays.',
      'An account has this address. It is its owner’s, and stays.',
    ]);
  });

  test('coupon create, list and stop', async () => {
    const { operate, audited } = await open();
    const create = { command: 'coupon create', code: 'spring', discount: { kind: 'amount', cents: 1_000 } } as const;
    expect(await operate(create)).toMatchObject({ is: 'done', json: { coupon: { code: 'SPRING' } } });
    expect(reasonOf(await operate(create))).toBe('exists');
    expect(await operate({ command: 'coupon list' })).toMatchObject({
      json: { coupons: [{ code: 'SPRING', discount: { amount: 10 }, maxUses: null, stopped: false }] },
      table: { rows: [['SPRING', '$10.00', '–', '–', '0', '–', 'active']] },
    });
    expect(await operate({ command: 'coupon stop', code: 'SPRING' })).toMatchObject({ is: 'done' });
    expect(reasonOf(await operate({ command: 'coupon stop', code: 'AUTUMN' }))).toBe('unknown');
    expect(await audited()).toHaveLength(2);
  });

  test('coupon list, which tells of each whether it can be used now', async () => {
    const { operate, shop } = await open();
    const discount = { kind: 'percent', basisPoints: 1_000 } as const;
    const create = {
      command: 'coupon create',
      code: 'SOON',
      discount,
      startsAt: NOW + DAY,
      endsAt: NOW + 3 * DAY,
    } as const;
    const created = await operate(create);
    expect(created.lines).toEqual(['The coupon SOON can be used from 2026-11-26 12:00 UTC on.']);
    const state = async () => {
      const { json, table } = await operate({ command: 'coupon list' });
      expect(table?.rows[0]?.at(-1)).toBe(
        (json as { readonly coupons: readonly { readonly state: string }[] }).coupons[0]?.state,
      );
      return table?.rows[0]?.at(-1);
    };
    expect(await state()).toBe('scheduled');
    shop.clock.step(DAY);
    expect(await state()).toBe('active');
    expect((await operate({ ...create, code: 'NOW' })).lines).toEqual(['The coupon NOW can be used.']);
    shop.clock.step(2 * DAY);
    expect(await operate({ command: 'coupon list' })).toMatchObject({
      json: { coupons: [{ stopped: false, state: 'ended' }, {}] },
    });
    await operate({ command: 'coupon stop', code: 'NOW' });
    expect((await operate({ command: 'coupon list' })).table?.rows.map((row) => row.at(-1))).toEqual([
      'stopped',
      'ended',
    ]);
  });

  test('purchases list, by state, with the buyer and without the contact of the lead', async () => {
    const { operate, saleNumber } = await sold();
    const listed = await operate({ command: 'purchases list', limit: 10 });
    expect(listed).toMatchObject({
      json: { purchases: [{ sale: saleNumber, state: 'settled', buyer: 'buyer@agents.example', price: 25 }] },
    });
    expect(JSON.stringify(listed)).not.toContain('ann.lee');
    expect(await operate({ command: 'purchases list', state: 'open', limit: 10 })).toMatchObject({
      is: 'done',
      json: { purchases: [] },
      lines: ['There are no such purchases.'],
    });
  });

  test('purchases list, of a buyer, and on where a list has ended', async () => {
    const { operate, shop, saleNumber } = await sold('Dana@Agents.example');
    shop.clock.step(1);
    const next = await begin(shop, { leadId: 'lead-2' });
    const { openedAt = 0 } = (await shop.purchase(next.id)) ?? {};
    const list = { command: 'purchases list', limit: 1 } as const;
    const first = await operate(list);
    const nextUntil = new Date(openedAt).toISOString();
    expect(first).toMatchObject({ json: { purchases: [{ id: next.id }], nextUntil } });
    expect(first.lines).toEqual([`These are not all. Older ones: the same command with --until ${nextUntil}`]);
    const rest = await operate({ ...list, until: Date.parse(nextUntil) });
    expect(rest).toMatchObject({ json: { purchases: [{ sale: saleNumber }], nextUntil: null }, lines: [] });
    const bought = await operate({ ...list, buyer: 'dana@agents.example' });
    expect(bought).toMatchObject({ json: { purchases: [{ sale: saleNumber }], nextUntil: null } });
  });

  test('purchases show, by the number as it is read out or by the id: when it was paid and sent, without the contact of the lead', async () => {
    const { operate, shop, saleNumber, id } = await sold();
    await shop.queue.drain();
    shop.clock.step(MINUTE);
    const readOut = saleNumber.replaceAll('-', '').toLowerCase();
    const shown = await operate({ command: 'purchases show', sale: readOut });
    expect(await operate({ command: 'purchases show', sale: id })).toEqual(shown);
    const at = '2026-11-25 12:00 UTC';
    expect(shown).toMatchObject({ is: 'done', table: { head: ['What', 'Value'] } });
    expect(shown.table?.rows).toEqual([
      ['Sale', saleNumber],
      ['Lead', 'Buyer Lead in Austin, lead-1'],
      ['Price', '$25.00'],
      ['Buyer', 'buyer@agents.example'],
      ['State', 'settled'],
      ['Delivery', 'sent'],
      ['Opened', at],
      ['Paid', at],
      ['Contact left', at],
      ['Payment', expect.any(String) as unknown],
      ['Purchase', id],
    ]);
    expect(shown.json).toMatchObject({
      purchase: { sale: saleNumber, id, leadId: 'lead-1', price: 25, listPrice: 25, endedAt: null, reason: null },
    });
    expect(JSON.stringify(shown)).not.toMatch(/ann\.lee|555-0142/);

    await operate({ command: 'purchases refund', sale: id, reason: 'wrong number' });
    const refunded = await operate({ command: 'purchases show', sale: id });
    const later = '2026-11-25 12:01 UTC';
    expect(refunded.table?.rows).toEqual(
      expect.arrayContaining([
        ['State', 'refunded'],
        ['Reason', 'wrong number'],
        ['Paid', at],
        ['Refund asked for', later],
        ['Ended', later],
      ]),
    );
    expect(reasonOf(await operate({ command: 'purchases show', sale: 'HL-0000-0000' }))).toBe('unknown');
  });

  test('purchases show, of one that came to nothing: why, and when', () => {
    const rowsOf = (purchase: Purchase) => Object.fromEntries(purchaseShown(purchase).table?.rows ?? []) as object;
    const opened = aPurchaseOf('lead-1', { price: 2_250, listPrice: 2_500, couponCode: 'SPRING' });
    expect(rowsOf(opened)).toMatchObject({ Price: '$22.50 instead of $25.00, with SPRING', State: 'open' });
    expect(rowsOf(opened)).not.toHaveProperty('Ended');
    const held = { state: 'lost', lostAt: NOW, reason: 'sold', buyerEmail: 'dana@example.com' } as const;
    const lost = { ...opened, progress: { ...held, money: { is: 'released', paymentRef: 'pi_1' } as const } };
    expect(rowsOf(lost)).toMatchObject({ Reason: 'sold', Ended: '2026-11-25 12:00 UTC', Payment: 'pi_1' });
    const stillHeld = { ...opened, progress: { ...held, money: { is: 'held', paymentRef: 'pi_1' } as const } };
    expect(rowsOf(stillHeld)).toMatchObject({ Reason: 'sold', Payment: 'pi_1' });
    expect(rowsOf(stillHeld)).not.toHaveProperty('Ended');
    const untouched = { ...opened, progress: { ...held, money: { is: 'untouched' } as const } };
    expect(rowsOf(untouched)).not.toHaveProperty('Payment');
    for (const progress of [
      { state: 'abandoned', abandonedAt: NOW },
      { state: 'lapsed', lapsedAt: NOW, buyerEmail: undefined },
    ] as const)
      expect(rowsOf({ ...opened, progress })).toMatchObject({ Ended: '2026-11-25 12:00 UTC' });
    const refunded = (how: ReturnKind): Purchase['progress'] => ({
      ...paid,
      state: 'refunded',
      refundedAt: NOW,
      requestedAt: NOW,
      by: 'provider',
      how,
    });
    expect(rowsOf({ ...opened, progress: refunded('refund') })).toMatchObject({ Reason: 'Refunded at the provider' });
    expect(rowsOf({ ...opened, progress: refunded('dispute') })).toMatchObject({ Reason: 'Disputed by the buyer' });
  });

  test('accounts show, by the address: whether it can sign in, and what it has of the Lead Vault', async () => {
    const { operate, shop } = await open();
    const dana = await somebodyIn(shop);
    await dana.becomeSubscriber();
    const [{ id, progress } = { id: 'none', progress: undefined }] = await dana.stored();
    const ref = progress?.state === 'live' ? progress.ref : 'none';
    const at = '2026-11-25 12:00 UTC';
    const shown = await operate({ command: 'accounts show', account: 'Dana@Example.com' });
    expect(shown).toMatchObject({ is: 'done', lines: [], table: { head: ['What', 'Value'] } });
    expect(shown.table?.rows).toEqual([
      ['Account', dana.accountId],
      ['Email', 'dana@example.com'],
      ['Name', 'Dana Whitmore'],
      ['Registered', at],
      ['Verified', at],
      ['Signed in', 'in 1 browser'],
      ['Lead Vault', 'renews 2026-12-25 12:00 UTC'],
      ['Subscription', `${id}, ${ref}, live, paid through 2026-12-25`],
    ]);
    const [since, until] = ['2026-11-25T12:00:00.000Z', '2026-12-25T12:00:00.000Z'];
    const withGrace = '2026-12-28T12:00:00.000Z';
    expect(shown.json).toEqual({
      account: {
        id: dana.accountId,
        email: 'dana@example.com',
        pendingEmail: null,
        name: 'Dana Whitmore',
        registeredAt: since,
        verifiedAt: since,
        signedIn: 1,
        links: [],
        access: { since, until: withGrace, renewsAt: until, isOverdue: false },
        subscriptions: [
          { id, openedAt: since, state: 'live', text: 'live, paid through 2026-12-25', providerRef: ref },
        ],
      },
    });
    await dana.unsubscribe();
    const left = await operate({ command: 'accounts show', account: id });
    expect(left.table?.rows).toContainEqual(['Lead Vault', 'until 2026-12-25 12:00 UTC: it ends then']);
    expect(left.json).toMatchObject({ account: { access: { until, renewsAt: null } } });
    const unknown = await operate({ command: 'accounts show', account: 'nobody@example.com' });
    expect(reasonOf(unknown)).toBe('unknown');
    expect(unknown.lines.join()).toContain('purchases list --buyer');
  });

  test('accounts show, of one that cannot sign in, and of one that waits for another address or has not paid', () => {
    const view: AccountView = {
      account: {
        id: 'account-1',
        email: 'mia@example.com',
        fullName: 'Mia Chen',
        verification: { state: 'unverified' },
        pendingEmail: undefined,
        createdAt: NOW,
      },
      membership: { is: 'none' },
      subscriptions: [newSubscription('subscription-1', 'account-1', NOW)],
      openLinks: [{ purpose: 'VERIFY_EMAIL', until: NOW + DAY }],
      signedIn: 0,
    };
    const shown = accountShown(view);
    expect(shown.table?.rows).toEqual(
      expect.arrayContaining([
        ['Verified', 'no: it cannot sign in'],
        ['Signed in', 'nowhere'],
        ['Link', 'to verify the address, until 2026-11-26 12:00 UTC'],
        ['Lead Vault', 'none'],
        ['Subscription', 'subscription-1, open'],
      ]),
    );
    expect(shown.json).toMatchObject({
      account: {
        verifiedAt: null,
        links: [{ purpose: 'VERIFY_EMAIL', until: '2026-11-26T12:00:00.000Z' }],
        access: null,
        subscriptions: [{ providerRef: null }],
      },
    });
    const since = { is: 'member', since: NOW, accessUntil: NOW + DAY } as const;
    const overdue = accountShown({
      ...view,
      account: { ...view.account, pendingEmail: 'mia@agents.example' },
      membership: { ...since, renewsAt: undefined, isOverdue: true, canBeKept: false },
    });
    expect(overdue.table?.rows).toEqual(
      expect.arrayContaining([
        ['New email', 'mia@agents.example, not confirmed yet'],
        ['Lead Vault', 'until 2026-11-26 12:00 UTC: the last payment failed'],
      ]),
    );
    expect(overdue.json).toMatchObject({
      account: { pendingEmail: 'mia@agents.example', access: { isOverdue: true } },
    });
  });

  test('spam, whole, and nothing that was mailed', async () => {
    const { operate, shop } = await open();
    const none = await operate({ command: 'spam', limit: 10 });
    expect(none).toMatchObject({ json: { messages: [], hasMore: false }, lines: ['There is no spam.'] });
    const message = { name: 'Ann Lee', email: 'ann@example.com', text: 'I paid twice.\r\nPlease call.' };
    const write = async (subject: string, isSpam: boolean): Promise<void> => {
      await shop.useCases.contactUs({ ...message, subject, isSpam });
      shop.clock.step(MINUTE);
    };
    await write('First', true);
    await write('Second', true);
    await write('Mailed', false);
    const linesOf = (subject: string, at: string) => [
      `2026-11-25 ${at} UTC, Ann Lee <ann@example.com>: ${subject}`,
      '  I paid twice.',
      '  Please call.',
      '',
    ];
    const shown = await operate({ command: 'spam', limit: 1 });
    expect(shown.lines).toEqual([...linesOf('Second', '12:01'), 'There are older ones: raise --limit.']);
    const id: unknown = expect.any(String);
    expect(shown.json).toEqual({
      messages: [{ ...message, subject: 'Second', id, receivedAt: '2026-11-25T12:01:00.000Z' }],
      hasMore: true,
    });
    const all = await operate({ command: 'spam', limit: 2 });
    expect(all.lines).toEqual([...linesOf('Second', '12:01'), ...linesOf('First', '12:00')]);
    expect(all.json).toMatchObject({ messages: [{}, {}], hasMore: false });
  });

  test('purchases resend and refund', async () => {
    const { operate, saleNumber, money, audited, id, shop } = await sold();
    await shop.queue.drain();
    expect(await operate({ command: 'purchases resend', sale: saleNumber })).toMatchObject({
      is: 'done',
      json: { sale: saleNumber, queued: true },
    });
    expect(await operate({ command: 'purchases refund', sale: saleNumber, reason: 'wrong number' })).toMatchObject({
      is: 'done',
      json: { sale: saleNumber, refunded: true, amount: 25, lead: 'withdrawn' },
    });
    expect(await money()).toBe('refunded');
    const again = await operate({ command: 'purchases refund', sale: saleNumber, reason: 'wrong number' });
    expect(reasonOf(again)).toBe('already-refunded');
    expect(reasonOf(await operate({ command: 'purchases resend', sale: saleNumber }))).toBe('refunded');
    expect(reasonOf(await operate({ command: 'purchases resend', sale: 'HL-0000-0000' }))).toBe('unknown');
    const reason = 'ask ann.lee@example.com';
    expect(reasonOf(await operate({ command: 'purchases refund', sale: id, reason }))).toBe('reason-holds-contact');
    expect(await audited()).toEqual(
      expect.arrayContaining([
        ['olga', 'purchase-refund', id],
        ['olga', 'purchase-resend', id],
      ]),
    );
    expect(await audited()).toHaveLength(2);
  });

  test('purchases resend to another address, which it names, and the audit does not', async () => {
    const { operate, saleNumber, shop } = await sold();
    await shop.queue.drain();
    const resend = (to: string) => operate({ command: 'purchases resend', sale: saleNumber, to });
    const answer = await resend('other@agents.example');
    expect(answer).toMatchObject({
      is: 'done',
      json: { sale: saleNumber, buyer: 'other@agents.example', queued: true },
    });
    expect(answer.lines.join()).toContain('to other@agents.example again');
    const none = await resend('other');
    expect([reasonOf(none), none.lines]).toEqual(['no-email', ['Write one e-mail address behind --to.']]);
    expect(JSON.stringify(await operate({ command: 'audit', limit: 9 }))).not.toContain('other@');
  });

  test('purchases refund, which tells what becomes of the lead', () => {
    const outcome = { is: 'refunded', saleNumber: 'HL-AAAA-AAAA', amount: 2_500 } as const;
    const told = (wasDelivered: boolean, lead: RefundedLead) => refundAnswer({ ...outcome, wasDelivered, lead });
    for (const lead of ['listed', 'vault', 'withdrawn'] as const)
      expect(told(false, lead).json).toMatchObject({ refunded: true, lead });
    const [before, never] = ['$25.00 of HL-AAAA-AAAA went back.', 'The contact was never sent'];
    expect(
      [told(false, 'listed'), told(false, 'vault'), told(false, 'withdrawn')].flatMap(({ lines }) => lines),
    ).toEqual([
      `${before} ${never}: the lead is listed again, for what is left of its week.`,
      `${before} ${never}. The week of the lead is over: it goes to the Lead Vault.`,
      `${before} ${never}. The lead is withdrawn for good.`,
    ]);
    expect(told(true, 'withdrawn').lines).toEqual([
      `${before} The buyer has the contact: the lead is withdrawn for good.`,
    ]);
  });

  test('reconcile', async () => {
    const { operate, shop } = await open();
    const buyer = await begin(shop);
    await buyer.pay('buyer@agents.example');
    const answer = await operate({ command: 'reconcile' });
    expect(answer).toMatchObject({
      is: 'done',
      json: { mended: [{ what: 'purchase', before: 'open', after: 'settled' }], failures: [] },
      table: { rows: [['purchase', buyer.id, 'open', 'settled']] },
    });
  });

  test('reconcile, which a script has to look at when something could not be read', async () => {
    const { operate, shop } = await open({
      around: (outside) => ({
        ...outside,
        payments: { ...outside.payments, readPurchase: () => Promise.reject(new ProviderUnavailable('away')) },
      }),
    });
    const { id } = await begin(shop);
    expect(await operate({ command: 'reconcile' })).toMatchObject({
      is: 'refused',
      json: { read: { purchase: 1 }, mended: [], failures: [{ what: 'purchase', id }] },
      lines: ['1 purchase and 0 subscriptions read: 0 mended, 1 failed.'],
      table: { rows: [['purchase', id, 'could not be read', 'ProviderUnavailable']] },
    });
  });

  test('stats and audit', async () => {
    const { operate } = await sold();
    expect(await operate({ command: 'stats' })).toMatchObject({
      json: { leads: { sold: 1, listed: 1 }, purchases: { settled: 1 }, collected: 25 },
      table: { rows: expect.arrayContaining([['purchases', 'collected', '$25.00']]) as unknown },
    });
    expect(await operate({ command: 'audit', limit: 5 })).toMatchObject({ json: { entries: [] } });
    await operate({ command: 'withdraw', leadId: 'none' });
    await operate({ command: 'coupon create', code: 'A', discount: { kind: 'percent', basisPoints: 100 } });
    expect(await operate({ command: 'audit', limit: 5 })).toMatchObject({
      json: { entries: [{ at: '2026-11-25T12:00:00.000Z', who: 'olga', action: 'coupon-create', note: '1 % off' }] },
      table: { rows: [['2026-11-25 12:00 UTC', 'olga', 'coupon-create', 'A', '1 % off']] },
    });
  });
});

describe('import and undo-import', () => {
  const HEADER = 'First Name,Last Name,Email,Phone,City,State,Price,Campaign';
  const ROWS = [
    'Kim,Ode,kim@example.com,,Waco,TX,$25.00,a',
    'Kim,Ode,kim@example.com,,Waco,TX,$25.00,a',
    'Lou,Poe,lou@example.com,,Waco,Atlantis,$25.00,b',
  ];

  const withFile = async (rows: readonly string[]) => {
    const at = await newFolder();
    const file = join(at.folder, 'friday.csv');
    await writeFile(file, [HEADER, ...rows].join('\n'));
    const request = { command: 'import', file, commit: false, listNow: false, mapping: {} } as const;
    return { ...at, file, request };
  };

  test('tell what would come of a file, and keep the rejected rows beside it', async () => {
    await using at = await withFile(ROWS);
    const { operate, audited, shop } = await open();
    const answer = await operate(at.request);
    const path = join(at.folder, 'friday.rejects.csv');
    expect(answer).toMatchObject({
      is: 'done',
      json: { rows: 3, created: 1, duplicates: 1, invalid: 1, stored: false, rejects: { path, rows: 2 } },
      table: { head: ['Line', 'What', 'Why'] },
    });
    expect(answer.table?.rows.map(([line, what]) => [line, what])).toEqual([
      ['3', 'duplicate'],
      ['4', 'invalid'],
    ]);
    const text = answer.lines.join('\n');
    expect(text).toContain('3 rows: 1 lead to create, 1 duplicate, 1 invalid.');
    expect(text).toContain('Price: $25.00.');
    expect(text).toContain('Not read: "Campaign".');
    expect(text).toContain('--commit');
    expect(await readFile(path, 'utf8')).toContain('Atlantis');
    expect((await shop.outside.ledger.stats(NOW)).leads.scheduled).toBe(0);
    expect(await audited()).toEqual([]);
  });

  test('say of a dry run that nothing would be stored, where no lead is new', async () => {
    await using at = await withFile(ROWS.slice(0, 1));
    await using other = await withFile([...ROWS.slice(0, 1), '']);
    const { operate } = await open();
    await operate({ ...at.request, commit: true });
    for (const request of [at.request, other.request]) {
      const { lines } = await operate(request);
      expect(lines).toContain('Nothing was stored, and --commit would store nothing: no lead of it is new.');
      expect(lines.join('\n')).not.toMatch(/would be on|stores it/);
    }
  });

  test('tell the lowest and the highest price', async () => {
    await using at = await withFile([...ROWS, 'Max,Fox,max@example.com,,Waco,TX,"$85,000.00",c']);
    const { operate } = await open();
    const answer = await operate(at.request);
    expect(answer).toMatchObject({ json: { prices: { lowest: 25, highest: 85_000 } } });
    expect(answer.lines).toContain('Prices: $25.00 to $85,000.00.');
    const none = await operate({ ...at.request, mapping: { Campaign: 'price' } });
    expect(none).toMatchObject({ json: { created: 0, prices: null } });
    expect(none.lines.join('\n')).not.toMatch(/Prices?: /);
  });

  test('store the leads, once, and take them back', async () => {
    await using at = await withFile(ROWS);
    const { operate, shop, audited } = await open();
    const stored = await operate({ ...at.request, commit: true });
    const { batchId } = stored.json as { readonly batchId: string };
    expect(stored).toMatchObject({ is: 'done', json: { created: 1, stored: true } });
    expect(stored.lines.join()).toContain(`undo-import ${batchId}`);
    expect((await shop.outside.ledger.stats(NOW)).leads.scheduled).toBe(1);
    expect(await operate({ ...at.request, commit: true })).toMatchObject({ json: { created: 0, already: 1, batchId } });
    expect(await operate({ command: 'undo-import', batchId })).toMatchObject({ is: 'done', json: { removed: 1 } });
    expect(await operate({ command: 'undo-import', batchId })).toMatchObject({ is: 'done', json: { removed: 0 } });
    expect(reasonOf(await operate({ command: 'undo-import', batchId: 'none' }))).toBe('unknown');
    expect((await audited()).map(([, action]) => action)).toEqual(expect.arrayContaining(['import', 'undo-import']));
  });

  test('tell of leads that have lost their contact that they stay, whatever it was erased for', () => {
    const lines = [0, 2].map((erased) => undoAnswer({ is: 'undone', removed: 3, withdrawn: 0, erased, seen: 0 }).lines);
    expect(lines).toEqual([
      ['3 leads taken back, as if they had never been.'],
      [
        '3 leads taken back, as if they had never been.',
        '2 leads whose contact was erased: left as they are, so that their persons stay known.',
      ],
    ]);
  });

  test('never write over the rows that somebody is mending, nor over the file itself', async () => {
    await using at = await withFile(ROWS);
    const { operate } = await open();
    await operate(at.request);
    await writeFile(join(at.folder, 'friday.rejects.csv'), 'half mended');
    expect(await operate(at.request)).toMatchObject({
      json: { rejects: { path: join(at.folder, 'friday.rejects-2.csv') } },
    });
    expect(await readFile(join(at.folder, 'friday.rejects.csv'), 'utf8')).toBe('half mended');
    expect(reasonOf(await operate({ ...at.request, rejects: at.file }))).toBe('rejects-not-written');
    expect(await readFile(at.file, 'utf8')).toContain('kim@example.com');
  });

  test('leave one file of the same rejected rows, however often they are looked at before they are stored', async () => {
    await using at = await withFile(ROWS);
    const { operate } = await open();
    const path = join(at.folder, 'friday.rejects.csv');
    for (const commit of [false, false, true])
      expect(await operate({ ...at.request, commit })).toMatchObject({ is: 'done', json: { rejects: { path } } });
    expect(await readFile(path, 'utf8')).toContain('Atlantis');
    expect((await readdir(at.folder)).filter((name) => name.includes('rejects'))).toEqual(['friday.rejects.csv']);
  });

  test('want a new file for the rejected rows each time one is named, and say so', async () => {
    await using at = await withFile(ROWS);
    const { operate } = await open();
    const rejects = join(at.folder, 'mend-these.csv');
    const looked = await operate({ ...at.request, rejects });
    expect(looked.lines.at(-1)).toBe(
      'Nothing was stored. The same command with --commit, and another file for --rejects, stores it.',
    );
    await writeFile(rejects, 'half mended');
    const again = await operate({ ...at.request, rejects, commit: true });
    expect(again.lines).toEqual([
      `The rejected rows could not be written to ${rejects}: it is there already. Nothing was stored. Name another file with --rejects.`,
    ]);
    expect(await readFile(rejects, 'utf8')).toBe('half mended');
    const other = join(at.folder, 'mend-those.csv');
    expect(await operate({ ...at.request, rejects: other, commit: true })).toMatchObject({ is: 'done' });
    expect(await readFile(other, 'utf8')).toContain('Atlantis');
  });

  test('are refused when not one row is valid, when there is none, and when there is no file', async () => {
    const { operate } = await open();
    await using invalid = await withFile(['Lou,Poe,lou@example.com,,Waco,Atlantis,$25.00,b']);
    const answer = await operate(invalid.request);
    expect(reasonOf(answer)).toBe('nothing-valid');
    expect(answer).toMatchObject({
      is: 'refused',
      json: { invalid: 1 },
      table: { rows: [['2', 'invalid', expect.stringContaining('Atlantis') as unknown]] },
    });
    await using empty = await withFile([]);
    expect(reasonOf(await operate({ ...empty.request, commit: true }))).toBe('nothing-valid');
    const missing = await operate({ ...empty.request, file: join(empty.folder, 'monday.csv') });
    expect(reasonOf(missing)).toBe('unreadable');
    expect(missing.lines.join()).toContain('monday.csv');
  });

  test('are refused when the rejected rows cannot be kept: nothing is stored', async () => {
    await using at = await withFile(ROWS);
    const { operate, shop } = await open();
    const rejects = join(at.folder, 'missing', 'rejects.csv');
    expect(reasonOf(await operate({ ...at.request, commit: true, rejects }))).toBe('rejects-not-written');
    expect((await shop.outside.ledger.stats(NOW)).leads.scheduled).toBe(0);
  });

  test.each<[string, Error, string, number]>([
    [
      'the database',
      new StoreUnavailable('down'),
      'The database cannot be reached, or is too busy. Try again later.',
      0,
    ],
    ['anything', new Error('duplicate key kim@example.com'), 'Something went wrong. The log tells what.', 1],
  ])('name the batch of what is stored when %s fails in the middle', async (_, error, words, logged) => {
    await using at = await withFile(ROWS);
    let [transactions, failing] = [0, Number.POSITIVE_INFINITY];
    const { operate, shop } = await open({
      around: (outside) => ({
        ...outside,
        atomically: (work) => ((transactions += 1) === failing ? Promise.reject(error) : outside.atomically(work)),
      }),
    });
    failing = transactions + 4;
    const cut = await operate({ ...at.request, commit: true });
    const { batchId = '' } = cut.json as { readonly batchId?: string };
    expect(cut).toMatchObject({ is: 'refused', json: { error: { reason: 'broken-off' }, created: 1 } });
    expect(batchId).not.toBe('');
    expect(cut.lines.at(-1)).toBe(
      `${words} What came before is stored as the batch ${batchId}: the same file again, as it was read, completes it; undo-import takes it back.`,
    );
    expect(JSON.stringify(cut)).not.toContain('kim@');
    expect(shop.log.lines.filter(({ level }) => level === 'error')).toHaveLength(logged);
    const looked = await operate(at.request);
    expect(looked.json).toMatchObject({ stored: false, batchId });
    expect(looked.lines.at(-1)).toBe(`This file was imported before, or begun, as the batch ${batchId}.`);
  });

  test('tell how far they are', async () => {
    await using at = await withFile(ROWS);
    const { useCases, outside, clock, log } = (await open()).shop;
    const run = runOperation({ useCases, importFile: importFile(useCases), ledger: outside.ledger, clock, log });
    const heard: Progress[] = [];
    await run({ ...at.request, commit: true }, { who: 'olga', onProgress: (progress) => heard.push(progress) });
    expect(heard).toEqual([
      { text: 'checking, 3 rows', share: 1 },
      { text: 'adding, 3 rows', share: 1 },
    ]);
  });
});

describe('an operation that fails', () => {
  test.each<[string, Error, string]>([
    ['with its reason', new StoreUnavailable('down'), 'database-unavailable'],
    ['with its reason, as one that many want', new StoreBusy('busy'), 'database-unavailable'],
    ['without a word of what it held', new Error('duplicate key ann.lee@example.com'), 'failed'],
  ])('is told %s', async (_how, error, reason) => {
    const { operate, shop } = await open({
      around: (outside) => ({ ...outside, ledger: { ...outside.ledger, coupons: () => Promise.reject(error) } }),
    });
    const answer = await operate({ command: 'coupon list' });
    expect(answer.is).toBe('refused');
    expect(reasonOf(answer)).toBe(reason);
    expect(JSON.stringify(answer)).not.toContain('ann.lee');
    expect(shop.log.lines.filter(({ level }) => level === 'error')).toHaveLength(reason === 'failed' ? 1 : 0);
  });
});
