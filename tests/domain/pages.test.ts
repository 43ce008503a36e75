import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  DEFAULT_PAGE_SIZE,
  LARGEST_PAGE,
  LARGEST_PAGE_SIZE,
  edgesWindow,
  placeOfPage,
  slidingWindow,
} from '#domain/pages.ts';
import { holds } from '#tests/support/property.ts';

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('pages', () => {
  it('hold 10 rows by default and 100 at most', () => {
    expect(DEFAULT_PAGE_SIZE).toBe(10);
    expect(LARGEST_PAGE_SIZE).toBe(100);
  });

  it.each([
    [137, 1, { currentPage: 1, totalPages: 14, offset: 0 }],
    [137, 14, { currentPage: 14, totalPages: 14, offset: 130 }],
    [140, 14, { currentPage: 14, totalPages: 14, offset: 130 }],
    [141, 15, { currentPage: 15, totalPages: 15, offset: 140 }],
    [1, 1, { currentPage: 1, totalPages: 1, offset: 0 }],
  ])('of 10 over %d rows: page %d is %o', (totalItems, page, place) => {
    expect(placeOfPage(totalItems, { page, size: 10 })).toEqual(place);
  });

  it('past the end are the last page', () => {
    expect(placeOfPage(137, { page: 999_999_999, size: 10 })).toEqual({ currentPage: 14, totalPages: 14, offset: 130 });
  });

  it('of nothing are page 1 of 0', () => {
    expect(placeOfPage(0, { page: 1, size: 10 })).toEqual({ currentPage: 1, totalPages: 0, offset: 0 });
    expect(placeOfPage(0, { page: 7, size: 10 })).toEqual({ currentPage: 1, totalPages: 0, offset: 0 });
  });

  it('show every row exactly once', async () => {
    await holds(
      fc.property(fc.nat({ max: 500 }), fc.integer({ min: 1, max: 100 }), (totalItems, size) => {
        const { totalPages } = placeOfPage(totalItems, { page: 1, size });
        const shown = range(1, totalPages).flatMap((page) => {
          const { offset } = placeOfPage(totalItems, { page, size });
          return range(offset, Math.min(offset + size, totalItems) - 1);
        });
        return shown.length === totalItems && shown.every((row, index) => row === index);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the home pager', () => {
  it.each([
    [1, 0, []],
    [1, 1, [1]],
    [1, 7, range(1, 7)],
    [4, 10, range(1, 10)],
    [1, 14, range(1, 10)],
    [6, 14, range(1, 10)],
    [7, 14, range(2, 11)],
    [10, 14, range(5, 14)],
    [14, 14, range(5, 14)],
    [50, 100, range(45, 54)],
    [99, 14, range(5, 14)],
  ])('on page %d of %d slides a window of 10, centred and clamped', (currentPage, totalPages, window) => {
    expect(slidingWindow(currentPage, totalPages)).toEqual(window);
  });

  it('of an odd width has the current page in its middle', () => {
    expect(slidingWindow(5, 9, 5)).toEqual([3, 4, 5, 6, 7]);
  });

  it('always shows the current page, in order, and never more than 10 pages', async () => {
    await holds(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), (totalPages, any) => {
        const currentPage = (any % totalPages) + 1;
        const window = slidingWindow(currentPage, totalPages);
        return (
          window.includes(currentPage) &&
          window.length === Math.min(10, totalPages) &&
          window.every((page, index) => page >= 1 && page <= totalPages && page === (window[0] ?? 0) + index)
        );
      }),
    );
  });
});

describe('the dashboard pager', () => {
  it.each([
    [1, 0, []],
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 'gap', 9]],
    [3, 9, [1, 2, 3, 4, 5, 'gap', 9]],
    [4, 9, [1, 2, 3, 4, 5, 6, 'gap', 9]],
    [5, 9, [1, 'gap', 3, 4, 5, 6, 7, 'gap', 9]],
    [9, 9, [1, 'gap', 7, 8, 9]],
  ])('on page %d of %d shows the first, the last and 2 either side, with gaps', (currentPage, totalPages, window) => {
    expect(edgesWindow(currentPage, totalPages)).toEqual(window);
  });

  it('is drawn from the pages that it shows, however many there are', () => {
    const middle = (LARGEST_PAGE + 1) / 2;
    const window = [1, 'gap', middle - 2, middle - 1, middle, middle + 1, middle + 2, 'gap', LARGEST_PAGE];
    expect(edgesWindow(middle, LARGEST_PAGE)).toEqual(window);
  });
});
