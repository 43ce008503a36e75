import { describe, expect, it } from 'vitest';

import { STATE_NAMES, US_STATES, isStateCode, stateByCode, statesStartingWith } from '#domain/us-states.ts';

describe('the states', () => {
  it('are the 50 for the dropdown, in the order of their names', () => {
    const names = Object.values(US_STATES);
    expect(names).toHaveLength(50);
    expect(new Set(names).size).toBe(50);
    expect(names).toEqual(names.toSorted());
    expect(Object.keys(US_STATES).every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
  });

  it('have DC in data beside them, not in the dropdown', () => {
    expect(US_STATES).not.toHaveProperty('DC');
    expect(Object.keys(STATE_NAMES)).toHaveLength(51);
    expect(stateByCode('DC')).toBe('DC');
  });

  it.each([
    ['TX', 'TX'],
    ['tx', 'TX'],
    [' Tx ', 'TX'],
    ['TXX', undefined],
    ['T', undefined],
    ['', undefined],
    ['XX', undefined],
    ['toString', undefined],
    ['__proto__', undefined],
  ])('are found by code in any case: %o is %o', (text, code) => {
    expect(stateByCode(text)).toBe(code);
  });

  it('take a code only as it is written in data', () => {
    expect(isStateCode('TX')).toBe(true);
    expect(isStateCode('tx')).toBe(false);
    expect(isStateCode('constructor')).toBe(false);
  });

  it.each([
    ['texas', ['TX']],
    ['Tex', ['TX']],
    ['NEW', ['NH', 'NJ', 'NM', 'NY']],
    [' new y', ['NY']],
    ['district', ['DC']],
    ['exas', []],
    ['', []],
    [' ', []],
  ])('are found by the start of their name: %o finds %o', (start, codes) => {
    expect(statesStartingWith(start)).toEqual(codes);
  });
});
