import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { MockInstance } from 'vitest';

import { showListFirst } from '#web/early-list.ts';
import { watchMoves } from '#web/early-move.ts';

let scrolled: MockInstance;
let fonts: PromiseWithResolvers<void>;

beforeEach(() => {
  fonts = Promise.withResolvers();
  Object.defineProperty(document, 'fonts', { configurable: true, value: { ready: fonts.promise } });
  document.body.innerHTML = '<h1>Homelead</h1><h2 id="available-leads">Available Leads</h2>';
  delete document.documentElement.dataset['moved'];
  scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
});

/** A page comes that was reached in one way, as far as it is parsed. */
const come = (search: string, type: NavigationTimingType = 'navigate', state: DocumentReadyState = 'interactive') => {
  window.history.replaceState(null, '', `/${search}`);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
  const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue(state);
  showListFirst();
  return {
    parsed: (): void => {
      readyState.mockReturnValue('interactive');
      document.dispatchEvent(new Event('readystatechange'));
    },
  };
};

const heading = () => document.querySelector('#available-leads');

describe('a page that the server has drawn begins at its list', () => {
  test.each(['?city=Boise', '?page=2&city=TX', '?cancelled=1', '?city=TX&cancelled=1'])('for %s', (search) => {
    come(search);
    expect(scrolled.mock.contexts).toEqual([heading()]);
  });

  test('not before it is parsed, and once', () => {
    const { parsed } = come('?city=Boise', 'navigate', 'loading');
    expect(scrolled).not.toHaveBeenCalled();
    parsed();
    parsed();
    expect(scrolled.mock.contexts).toEqual([heading()]);
  });

  /** The font comes, and moves what stands above the list. */
  const fontComes = async (): Promise<void> => {
    fonts.resolve();
    await fonts.promise;
  };

  test('and once more when its font has come, which may have moved it', async () => {
    come('?city=Boise');
    await fontComes();
    expect(scrolled.mock.contexts).toEqual([heading(), heading()]);
  });

  test.each<[string, () => void]>([
    ['scrolled', () => window.scrollTo(0, 200)],
    ['pressed a key that moves', () => document.documentElement.setAttribute('data-moved', '')],
  ])('but not once more when the visitor has %s before', async (_what, move) => {
    onTestFinished(() => window.scrollTo(0, 0));
    come('?city=Boise');
    move();
    await fontComes();
    expect(scrolled.mock.contexts).toEqual([heading()]);
  });

  test.each(['', '?page=2', '?city=', '?city=&page=2', '?capacity=3', '?x=city'])('and not for “%s”', (search) => {
    come(search);
    expect(scrolled).not.toHaveBeenCalled();
  });

  test.each(['reload', 'back_forward'] as const)(
    'and not on %s: the visitor is taken back to the own place',
    (type) => {
      come('?city=Boise', type);
      expect(scrolled).not.toHaveBeenCalled();
    },
  );

  test('unless it has none', () => {
    heading()?.remove();
    come('?city=Boise');
    expect(scrolled).not.toHaveBeenCalled();
  });

  test('unless the visitor has scrolled', async () => {
    const { parsed } = come('?city=Boise', 'navigate', 'loading');
    window.scrollTo(0, 200);
    onTestFinished(() => window.scrollTo(0, 0));
    parsed();
    await fontComes();
    expect(scrolled).not.toHaveBeenCalled();
  });

  test.each(['pointerdown', 'wheel', 'keydown'])('or moves: %s', (move) => {
    watchMoves();
    const { parsed } = come('?city=Boise', 'navigate', 'loading');
    window.dispatchEvent(new Event(move));
    parsed();
    expect(scrolled).not.toHaveBeenCalled();
  });
});
