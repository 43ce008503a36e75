import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { MockInstance } from 'vitest';

import { reloadWithoutScript } from '#web/missing-script.ts';

let reload: MockInstance;

beforeAll(reloadWithoutScript);

beforeEach(() => {
  delete document.documentElement.dataset['here'];
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
});

/** A page has loaded all that came, as it was reached. */
const load = (type: NavigationTimingType): void => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
  window.dispatchEvent(new Event('load'));
};

test.each(['navigate', 'back_forward'] as const)(
  'a page whose script does not come is asked for once more: %s',
  (type) => {
    load(type);
    expect(reload).toHaveBeenCalledOnce();
  },
);

test('one that was reloaded is not', () => {
  load('reload');
  expect(reload).not.toHaveBeenCalled();
});

test('nor is one whose script has come', () => {
  document.documentElement.dataset['here'] = '';
  load('navigate');
  expect(reload).not.toHaveBeenCalled();
});

test('nor one whose connection is gone: what it shows can be read', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  load('navigate');
  expect(reload).not.toHaveBeenCalled();
});
