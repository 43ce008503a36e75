import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { markPurchased, usePurchased } from '#web/stores/purchased.ts';

const KEY = 'homelead.purchased';
const ids = () => [...renderHook(usePurchased).result.current];
const fromOtherTab = (value: string | null) => {
  if (value === null) localStorage.clear();
  else localStorage.setItem(KEY, value);
  window.dispatchEvent(new StorageEvent('storage', { key: value === null ? null : KEY }));
};

beforeEach(() => fromOtherTab(null));

describe('the local list of purchased leads', () => {
  test('tells a screen that is already there', () => {
    const { result } = renderHook(usePurchased);
    expect(result.current.has('a')).toBe(false);
    act(() => markPurchased('a'));
    expect(result.current.has('a')).toBe(true);
  });

  test('is kept by the browser', () => {
    markPurchased('a');
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual(['a']);
  });

  test('is shared with the other tabs', () => {
    markPurchased('a');
    fromOtherTab('["a","b"]');
    expect(ids()).toEqual(['a', 'b']);
    localStorage.setItem(KEY, '["a","b","c"]');
    markPurchased('d');
    expect(ids()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('keeps the newest 200', () => {
    for (let number = 0; number < 203; number += 1) markPurchased(String(number));
    expect(ids()).toHaveLength(200);
    expect(ids().at(0)).toBe('3');
    expect(ids().at(-1)).toBe('202');
  });

  test.each(['{', '{"a":1}', 'null', '7'])('reads %s, which it never wrote, as empty', (text) => {
    fromOtherTab(text);
    expect(ids()).toEqual([]);
  });

  test('lives as long as the page where storage is switched off', () => {
    const refuse = (): never => {
      throw new Error('denied');
    };
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    markPurchased('a');
    markPurchased('b');
    expect(ids()).toEqual(['a', 'b']);
  });
});
