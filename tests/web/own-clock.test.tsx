import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { inZone } from '#tests/support/zones.ts';
import { CalendarCard } from '#web/components/calendar-card.tsx';

describe("the refresh on the visitor's own clock", () => {
  const FRIDAY = '2026-11-20T12:00:00Z';
  const SUMMER = '2026-07-17T12:00:00Z';

  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['America/New_York', FRIDAY, '10:00\u00A0AM'],
    ['America/New_York', SUMMER, '11:00\u00A0AM'],
    ['America/St_Johns', FRIDAY, '11:30\u00A0AM'],
    ['Pacific/Honolulu', FRIDAY, '5:00\u00A0AM'],
    ['Etc/GMT+12', FRIDAY, '3:00\u00A0AM'],
    ['Europe/London', FRIDAY, '3:00\u00A0PM'],
    ['Atlantic/Azores', SUMMER, '3:00\u00A0PM'],
    ['Asia/Kolkata', FRIDAY, '8:30\u00A0PM'],
    ['Asia/Tokyo', FRIDAY, 'Tuesday 12:00\u00A0AM'],
    ['Pacific/Kiritimati', FRIDAY, 'Tuesday 5:00\u00A0AM'],
  ])('in %s is told as it is there, %s', async (zone, now, time) => {
    vi.setSystemTime(now);
    await inZone(zone, async () => void render(<CalendarCard />));
    expect(screen.getByText(/your time/).textContent).toContain(`(${time} your time)`);
  });

  test('is at noon, not at zero, where noon it is', async () => {
    vi.setSystemTime(SUMMER);
    await inZone('America/Halifax', async () => void render(<CalendarCard />));
    expect(screen.getByText(/your time/).textContent).toContain('(12:00\u00A0PM your time)');
  });
});
