import { describe, expect, it } from 'vitest';

import { hasTicked } from '#adapters/memory/cron.ts';
import { forgetOld } from '#application/forget-old.ts';
import { repeatedJobs } from '#config/schedule.ts';
import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import { begin } from './buyer.ts';
import { unreliable } from './power.ts';
import { NOW, openShop } from './shop.ts';
import type { Shop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';
import { auditRecord } from './week.ts';

const NOTHING = { sessions: 0, tokens: 0, accounts: 0, notifications: 0, messages: 0, buyers: 0 };

const MESSAGE = { name: 'Mei', email: 'mei@example.com', subject: 'Hi', text: 'Ten characters.', isSpam: false };

const receive = async ({ useCases, notification }: Shop, event: string) =>
  useCases.receiveNotification(notification('cs_1', event));

const WRONG_ADDRESS = 'not-dana@example.com';

const register = ({ useCases }: Shop, email = WRONG_ADDRESS) =>
  useCases.signUp({ email, password: 'sample-pass', fullName: 'Dana' });

const accountOf = ({ outside }: Shop, email: string) =>
  outside.atomically(({ accounts }) => accounts.findByEmail(email));

/** One of everything that is kept for a time. */
const filled = async (around: NonNullable<Parameters<typeof openShop>[0]>['around'] = (same) => same) => {
  const shop = await openShop({ around });
  const { useCases, queue } = shop;
  const dana = await somebodyIn(shop);
  await useCases.requestPasswordReset(dana.email);
  await register(shop);
  await useCases.contactUs(MESSAGE);
  await useCases.contactUs({ ...MESSAGE, isSpam: true });
  const buyer = await begin(shop, { clientAddress: '203.0.113.7' });
  await queue.drain();
  await receive(shop, 'evt-1');
  return { shop, dana, buyer };
};

/** Runs the job at a time of its own. */
const forgetAt = (shop: Shop, at: number) => {
  shop.clock.set(at);
  return shop.useCases.forgetOld();
};

describe('what has been kept long enough', () => {
  it('is forgotten at its own time and not a moment before, and once', async () => {
    const { shop } = await filled();
    await shop.settleEverything();
    const steps: readonly (readonly [number, Partial<typeof NOTHING>])[] = [
      [7 * DAY, { sessions: 1 }],
      [8 * DAY, { tokens: 2 }],
      [30 * DAY, { accounts: 1, notifications: 1 }],
      [180 * DAY, { messages: 2 }],
    ];
    for (const [age, forgotten] of steps) {
      expect({ ...(await forgetAt(shop, NOW + age - 1)), buyers: 0 }).toEqual(NOTHING);
      expect({ ...(await forgetAt(shop, NOW + age)), buyers: 0 }).toEqual({ ...NOTHING, ...forgotten });
      expect({ ...(await forgetAt(shop, NOW + age)), buyers: 0 }).toEqual(NOTHING);
    }
  });

  it('is who began a purchase that was abandoned, 90 days later', async () => {
    const record = auditRecord();
    const { shop, buyer } = await filled(record.around);
    await shop.useCases.forgetOld();
    shop.clock.step(HOUR);
    await shop.settleEverything();
    const progress = await buyer.progress();
    if (progress?.state !== 'abandoned') throw new Error(`is ${progress?.state}`);
    const stored = () => shop.purchase(buyer.id);
    expect((await stored())?.terms?.clientAddress).toBe('203.0.113.7');
    const due = progress.abandonedAt + 90 * DAY;
    expect((await forgetAt(shop, due - 1)).buyers).toBe(0);
    expect((await forgetAt(shop, due)).buyers).toBe(1);
    expect((await stored())?.terms).toBeUndefined();
    expect((await stored())?.progress).toEqual(progress);
    expect(record.entries.filter(({ action }) => action === 'forget')).toMatchObject([
      { who: 'schedule', subject: 'buyers', note: 'forgotten 1' },
    ]);
  });

  it('is an account that nobody has verified; no letter goes there any more, and whose the address is can register it', async () => {
    const { shop, dana } = await filled();
    await shop.queue.drain();
    await forgetAt(shop, NOW + 30 * DAY - 1);
    expect(await accountOf(shop, WRONG_ADDRESS)).toBeDefined();
    const count = (await shop.mails()).length;
    await shop.useCases.resendVerification(WRONG_ADDRESS);
    await shop.useCases.requestPasswordReset(WRONG_ADDRESS);
    expect((await forgetAt(shop, NOW + 30 * DAY)).accounts).toBe(1);
    await shop.queue.drain();
    expect((await shop.mails()).length).toBe(count);
    expect(await accountOf(shop, dana.email)).toBeDefined();
    expect(await register(shop)).toBe('registered');
  });

  it('is no account that was verified, or whose link was asked for again lately', async () => {
    const { shop } = await filled();
    const verified = 'verified@example.com';
    await register(shop, verified);
    await shop.queue.drain();
    const letter = (await shop.mails()).find(({ to }) => to === verified);
    const token = /token=([\w-]+)/.exec(JSON.stringify(letter))?.[1] ?? '';
    expect(await shop.useCases.verifyEmail({ token, sessionToken: undefined })).toMatchObject({ is: 'verified' });
    shop.clock.set(NOW + 29 * DAY);
    await shop.useCases.resendVerification(WRONG_ADDRESS);
    await shop.queue.drain();
    expect((await forgetAt(shop, NOW + 37 * DAY - 1)).accounts).toBe(0);
    expect((await forgetAt(shop, NOW + 37 * DAY)).accounts).toBe(1);
    expect((await forgetAt(shop, NOW + 365 * DAY)).accounts).toBe(0);
    expect(await accountOf(shop, verified)).toBeDefined();
  });

  it('is told of in the audit where it was personal, by how much it was and nothing of it', async () => {
    const record = auditRecord();
    const { shop } = await filled(record.around);
    shop.clock.step(HOUR);
    await shop.settleEverything();
    await forgetAt(shop, NOW + 365 * DAY);
    const entry = { id: expect.any(String) as unknown, at: NOW + 365 * DAY, who: 'schedule', action: 'forget' };
    expect(record.entries.filter(({ action }) => action === 'forget')).toEqual([
      { ...entry, subject: 'messages', note: 'forgotten 2' },
      { ...entry, subject: 'buyers', note: 'forgotten 1' },
    ]);
  });

  it('lets a user in, a link work and a message be mailed until then', async () => {
    const { shop, dana } = await filled();
    await forgetAt(shop, NOW + 7 * DAY - 1);
    expect(await dana.membership()).toEqual({ is: 'none' });
    expect((await shop.mails()).filter(({ subject }) => subject === 'Contact: Hi')).toHaveLength(1);
  });

  it('leaves who is signed in and what is new alone', async () => {
    const { shop, dana } = await filled();
    for (let day = 1; day <= 20; day += 1) {
      shop.clock.set(NOW + day * DAY);
      await dana.membership();
    }
    await shop.useCases.contactUs(MESSAGE);
    expect((await shop.useCases.forgetOld()).sessions).toBe(0);
    expect(await dana.membership()).toEqual({ is: 'none' });
    expect((await forgetAt(shop, NOW + 30 * DAY)).sessions).toBe(1);
    expect((await forgetAt(shop, NOW + 180 * DAY)).messages).toBe(2);
    expect((await forgetAt(shop, NOW + 200 * DAY)).messages).toBe(1);
  });

  it('is forgotten also where there are thousands, and by several at once', async () => {
    const shop = await openShop();
    for (let count = 0; count < 1_203; count += 1)
      await shop.useCases.contactUs({ ...MESSAGE, text: `Buy ${count}!`, isSpam: true });
    shop.clock.step(180 * DAY);
    await Promise.all([shop.useCases.forgetOld(), shop.useCases.forgetOld()]);
    expect(await shop.useCases.forgetOld()).toEqual(NOTHING);
  });

  it('is left to one job of its own when the time is over, which forgets the rest', async () => {
    const { shop } = await filled();
    await shop.settleEverything();
    shop.clock.step(365 * DAY);
    expect(await shop.useCases.forgetOld({ forAtMost: 0 })).toEqual({ ...NOTHING, sessions: 1 });
    expect(shop.queue.waiting()).toEqual([{ name: 'forget-old' }]);
    await shop.queue.drain();
    expect(await shop.useCases.forgetOld({ forAtMost: 0 })).toEqual(NOTHING);
    expect(shop.queue.waiting()).toEqual([]);
  });

  it('is forgotten by the next run when one ends in the middle', async () => {
    for (let call = 1; ; call += 1) {
      const { shop } = await filled();
      shop.clock.step(365 * DAY);
      const power = unreliable({ call, when: call % 2 === 0 ? 'before' : 'after', kind: 'cut' });
      const around = power.around(shop.outside);
      const outcome = await forgetOld(around)().catch(() => undefined);
      await shop.useCases.forgetOld();
      expect(await shop.useCases.forgetOld()).toEqual(NOTHING);
      if (outcome !== undefined) break;
      expect(call).toBeLessThan(50);
    }
  });

  it('is forgotten once a day by the clock, through the queue', async () => {
    const [daily, ...others] = repeatedJobs.filter(({ job }) => job.name === 'forget-old');
    expect(others).toEqual([]);
    const cron = daily?.cron ?? '';
    const ticks = Array.from({ length: 24 * 60 }, (_, minute) => NOW + minute * MINUTE);
    expect(ticks.filter((at) => hasTicked(cron, at, at + MINUTE))).toHaveLength(1);

    const { shop } = await filled();
    await shop.queue.jobs.repeat({ name: 'forget-old' }, cron);
    shop.clock.step(181 * DAY);
    await shop.queue.drain();
    expect(shop.log.lines.filter(({ event }) => event === 'forgotten')).toMatchObject([
      { outcome: 'sessions', count: 1 },
      { outcome: 'tokens', count: 2 },
      { outcome: 'accounts', count: 1 },
      { outcome: 'notifications', count: 1 },
      { outcome: 'messages', count: 2 },
    ]);
    expect((await shop.useCases.forgetOld()).messages).toBe(0);
  });
});
