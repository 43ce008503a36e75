import { describe, expect, test } from 'vitest';

import { me, signIn } from '#tests/adapters/http/members.ts';
import { diceOf } from '#tests/race/dice.ts';
import { firstSeed, prove, reach, sabotaged } from './promise.ts';
import type { Tally } from './promise.ts';
import { flagged, inLocalTime } from './sabotage/subscriptions.ts';
import { GRACE, closesAt, hear, subscribeAt, twoApps } from './subscribers.ts';
import type { Around } from './subscribers.ts';
import { inZone } from '#tests/support/zones.ts';

const HOUR = 3_600_000;
const ZONES = ['UTC', 'America/New_York', 'Pacific/Kiritimati'] as const;

/** When somebody subscribes, and when that month ends: on short months, a leap day, and the hours in which clocks are changed. */
const MONTHS = [
  ['2026-12-31T23:59:59.999Z', '2027-01-31T23:59:59.999Z'],
  ['2027-01-31T00:00:00.000Z', '2027-02-28T00:00:00.000Z'],
  ['2028-01-29T12:34:56.789Z', '2028-02-29T12:34:56.789Z'],
  ['2028-01-31T04:59:59.999Z', '2028-02-29T04:59:59.999Z'],
  ['2027-02-14T06:59:59.999Z', '2027-03-14T06:59:59.999Z'],
  ['2027-02-14T07:00:00.000Z', '2027-03-14T07:00:00.000Z'],
  ['2027-10-07T05:30:00.000Z', '2027-11-07T05:30:00.000Z'],
  ['2027-10-07T06:30:00.000Z', '2027-11-07T06:30:00.000Z'],
  ['2027-05-31T10:00:00.000Z', '2027-06-30T10:00:00.000Z'],
  ['2027-02-28T01:00:00.000Z', '2027-03-28T01:00:00.000Z'],
] as const;

/** Each month, left by its subscriber, not renewed as far as anybody hears, renewed late, and refused by the bank. */
const ends =
  (rounds: number, { around, zones = ZONES }: { around?: Around; zones?: readonly string[] } = {}) =>
  async (tally: Tally): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      const dice = diceOf(firstSeed + round);
      for (const zone of zones)
        await inZone(zone, async () => {
          for (const [from, until] of MONTHS) {
            if (!tally.goesOn()) return;
            const apps = await twoApps(around);
            const { first, setClocks } = apps;
            const [start, end] = [Date.parse(from), Date.parse(until)];
            const what = (way: string) => `${zone}, ${until}, ${way}`;

            const leaver = await subscribeAt(apps, start);
            await first.post('/api/stripe/subscription/unsubscribe', '', { cookie: leaver.cookie });
            await closesAt(apps, leaver.email, end, what('left'), tally);

            const silent = await subscribeAt(apps, start);
            await closesAt(apps, silent.email, end + GRACE, what('never heard of again'), tally);

            const late = await subscribeAt(apps, start);
            const hours = dice.pick({ 0: 1, 72: 1, between: 3 });
            const lateness = hours === 'between' ? dice.between(1, GRACE - 1) : Math.max(0, Number(hours) * HOUR - 1);
            setClocks(end + lateness);
            const cookie = await signIn(first, late.email);
            const known = await me(first, cookie);
            if (known['isSubscribed'] !== true) tally.wrong(`${what('renewed late')}: closed after ${lateness} ms`);
            await hear(first, late.ref);
            const { renewsAt } = await me(first, cookie);
            const next = Date.parse(String(renewsAt));
            if (!(next > end + 27 * 24 * HOUR)) tally.wrong(`${what('renewed late')}: renews at ${String(renewsAt)}`);
            await closesAt(apps, late.email, next + GRACE, what(`renewed ${lateness} ms late`), tally);

            const refused = await subscribeAt(apps, start);
            setClocks(end - 1);
            await first.submit(`/dev/subscriptions/${refused.ref}`, { outcome: 'fail' });
            await hear(first, refused.ref);
            await closesAt(apps, refused.email, end - 1 + GRACE, what('refused by the bank'), tally);
          }
        });
    }
  };

describe('access to the Lead Vault', () => {
  test('is tried on servers with times of their own', async () => {
    const hours = await Promise.all(
      ZONES.map((zone) => inZone(zone, async () => new Date(Date.UTC(2027, 0)).getHours())),
    );
    expect(hours).toEqual([0, 19, 14]);
  });

  test('ends exactly with what is paid, at every process and in every zone', async () => {
    await prove('I10', { what: 'looks at an end' }, ends(reach(1, 20)));
  });

  test('is noticed to last when a flag says so', async () => {
    const how = 'a flag that only news of the provider takes away';
    await sabotaged('I10', { how, sign: /after the end/ }, ends(1, { around: flagged, zones: ['UTC'] }));
  });

  test.each(['America/New_York', 'Pacific/Kiritimati'])(
    'is noticed to go by the time of a server in %s',
    async (zone) => {
      const how = `the time of a server in ${zone}`;
      await sabotaged('I10', { how, sign: /(before|after) the end/ }, ends(1, { around: inLocalTime, zones: [zone] }));
    },
  );
});
