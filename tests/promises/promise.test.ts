import { describe, expect, test } from 'vitest';

import { prove, reach, sabotaged, seedsFor } from './promise.ts';
import type { Tally } from './promise.ts';

const HOW = { how: 'everything is wrong', sign: /sold twice/ };

const finding =
  (what: string) =>
  async ({ done, wrong }: Tally): Promise<void> => {
    done();
    wrong(what);
  };

const nothing = async ({ done }: Tally): Promise<void> => done();

describe('the proof of a promise', () => {
  test('fails with what it found, with what broke it off, and when nothing was done', async () => {
    await prove('I0', { what: 'tries' }, nothing);
    await expect(prove('I0', { what: 'tries' }, finding('sold twice'))).rejects.toThrow('sold twice');
    await expect(prove('I0', { what: 'tries' }, () => Promise.reject(new Error('the power failed')))).rejects.toThrow(
      'the power failed',
    );
    await expect(prove('I0', { what: 'tries' }, async () => {})).rejects.toThrow('nothing was done');
  });

  test('under sabotage fails unless it finds what was broken', async () => {
    await sabotaged('I0', HOW, finding('the lead is sold twice'));
    await expect(sabotaged('I0', HOW, nothing)).rejects.toThrow('nobody noticed');
    await expect(sabotaged('I0', HOW, finding('the mail is late'))).rejects.toThrow('the mail is late');
  });

  test('stops once enough is wrong', async () => {
    let tries = 0;
    await sabotaged('I0', HOW, async ({ wrong, goesOn }) => {
      while (goesOn()) {
        tries += 1;
        if (tries === 3) wrong('sold twice');
      }
    });
    expect(tries).toBe(3);
  });

  test('under sabotage looks on for what was broken when something else is wrong first', async () => {
    const found = ['the mail is late', 'the lead is sold twice', 'the mail is late'].values();
    await sabotaged('I0', HOW, async ({ wrong, goesOn }) => {
      while (goesOn()) wrong(found.next().value ?? 'the end');
    });
    expect(found.next().value).toBe('the mail is late');
  });

  test('has a seed of its own for each try', () => {
    const seeds = seedsFor(reach(5, 5));
    expect(new Set(seeds).size).toBe(5);
  });
});
