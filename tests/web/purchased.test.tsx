import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { comeBack } from '#tests/support/page-back.ts';
import { markPurchased, meetListed, usePurchased } from '#web/stores/purchased.ts';

const KEY = 'homelead.purchased';
const ids = () => [...renderHook(usePurchased).result.current.keys()];
const minutesPass = (minutes: number) => {
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + minutes * 60_000);
};
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
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual([['a', expect.any(Number)]]);
  });

  test('is shared with the other tabs', () => {
    markPurchased('a');
    fromOtherTab('[["a",1],["b",2]]');
    expect(ids()).toEqual(['a', 'b']);
    localStorage.setItem(KEY, '[["a",1],["b",2],["c",3]]');
    markPurchased('d');
    expect(ids()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('is read anew by a page that comes back from the memory of the browser', () => {
    localStorage.setItem(KEY, '[["a",1]]');
    comeBack('memory');
    expect(ids()).toEqual(['a']);
  });

  test('keeps the newest 200', () => {
    for (let number = 0; number < 203; number += 1) markPurchased(String(number));
    expect(ids()).toHaveLength(200);
    expect(ids().at(0)).toBe('3');
    expect(ids().at(-1)).toBe('202');
  });

  test.each(['{', '{"a":1}', '["a"]', 'null', '7'])('reads %s, which it never wrote, as empty', (text) => {
    fromOtherTab(text);
    expect(ids()).toEqual([]);
  });

  test('lives as long as the page where storage is switched off', () => {
    const denied = vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    markPurchased('a');
    markPurchased('b');
    expect(ids()).toEqual(['a', 'b']);
    expect(denied).toHaveBeenCalled();
  });

  test('lets a lead go that a list shows ten minutes later: it is for sale again', () => {
    markPurchased('a');
    markPurchased('b');
    minutesPass(11);
    meetListed(['b', 'c']);
    expect(ids()).toEqual(['a']);
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
    expect(ids()).toEqual(['a']);
  });

  test('keeps a lead that a list shows sooner: the list may be older', () => {
    markPurchased('a');
    minutesPass(9);
    meetListed(['a']);
    expect(ids()).toEqual(['a']);
  });

  test('keeps a lead that is marked once more while a list still shows it', () => {
    markPurchased('a');
    minutesPass(11);
    markPurchased('a');
    meetListed(['a']);
    expect(ids()).toEqual(['a']);
  });
});
