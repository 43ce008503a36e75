import { describe, expect, it } from 'vitest';

import { failedToOpen, withPage } from '#domain/hosted-page.ts';
import { DAY, MINUTE } from '#domain/instant.ts';
import { NOW, aSubscription, live } from './subscription.ts';

const opening = { ...aSubscription({ state: 'open' }), checkout: undefined };
const OPENED = { ref: 'page', url: 'https://pay.example/page', closesAt: NOW + DAY };
const PAGE = { ref: OPENED.ref, closesAt: OPENED.closesAt };

describe('an order whose hosted page has opened', () => {
  it('is stored with where that is and until when it can be paid there', () => {
    expect(withPage(opening, OPENED)).toEqual({ ...opening, checkout: PAGE });
  });

  it.each([{ state: 'abandoned', abandonedAt: NOW } as const, live()])(
    'gets no page once it is $state: nobody may pay there',
    (progress) => {
      expect(withPage({ ...opening, progress }, OPENED)).toBeUndefined();
    },
  );
});

describe('an order without a hosted page', () => {
  it('never gets one after ten minutes, and not before', () => {
    expect(failedToOpen(opening, NOW + 10 * MINUTE - 1)).toBe(false);
    expect(failedToOpen(opening, NOW + 10 * MINUTE)).toBe(true);
  });

  it('did not fail to open if it has one, or is not open any more', () => {
    expect(failedToOpen({ ...opening, checkout: PAGE }, NOW + DAY)).toBe(false);
    expect(failedToOpen({ ...opening, progress: live() }, NOW + DAY)).toBe(false);
  });
});
