import { describe, test } from 'vitest';

import { brokenRace } from './races.ts';
import { FOR_THE_SOAK, isLong, sabotaged } from './promise.ts';

// The proof of I1 and I2 is tests/race/race.test.ts; here it is shown to notice.

describe('a race for leads', () => {
  test('is noticed to sell a lead twice without the index of one buyer, when leads are written unseen', async () => {
    const how = 'no index of one buyer, and leads written without a condition';
    await sabotaged(
      'I1',
      { how, sign: /collected from \d buyers|sold \d times/ },
      brokenRace({
        sabotage: 'unconditional sale',
        statement: 'drop index purchase_one_buyer',
      }),
    );
  });

  test('is noticed to lose a mail when its job is queued after the commit, and the process ends between', async () => {
    await sabotaged(
      'I2',
      { how: 'jobs queued after the commit', sign: /the delivery is queued/ },
      brokenRace({
        sabotage: 'jobs after the commit',
        point: { place: 'commit.settled', side: 'after' },
      }),
    );
  });
});

describe('a sale whose process is killed', () => {
  // Each takes some seconds of two processes.
  test('is noticed to go unmailed when the mail is sent after the commit', async ({ skip }) => {
    skip(!isLong, FOR_THE_SOAK);
    await sabotaged(
      'I3',
      { how: 'mail after the commit, and no job', sign: /the delivery is queued/ },
      brokenRace({
        sabotage: 'mail after the commit',
        point: { place: 'commit.settled', side: 'after' },
      }),
    );
  });

  test('is noticed to be charged twice by a provider that collects as often as it is asked', async ({ skip }) => {
    skip(!isLong, FOR_THE_SOAK);
    await sabotaged(
      'I3',
      { how: 'a provider that collects again', sign: /not collected just once/ },
      brokenRace({
        sabotage: 'charges again',
        point: { place: 'payments.collect', side: 'after' },
      }),
    );
  });

  test('is noticed to be charged to a loser when money is collected before the decision', async ({ skip }) => {
    skip(!isLong, FOR_THE_SOAK);
    await sabotaged(
      'I3',
      { how: 'collected before it is decided', sign: /not released just once|collected from \d buyers/ },
      brokenRace({
        sabotage: 'collects first',
      }),
    );
  });
});
