import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { PATIENCE } from '#tests/support/patience.ts';
import { CalendarCard } from '#web/components/calendar-card.tsx';
import { Testimonials } from '#web/components/testimonials.tsx';
import { TESTIMONIALS, TESTIMONIALS_NOTE } from '#web/content/testimonials.ts';
import { inZone } from '#tests/support/zones.ts';
import { useToasts } from '#web/stores/toasts.ts';

const clipboard = { writeText: vi.fn<(text: string) => Promise<void>>() };
const titles = (): readonly string[] =>
  useToasts.getState().orders.flatMap((order) => (order.do === 'show' ? [order.message.title] : []));

/** What the browser can do. `userEvent.setup` would put a clipboard of its own in place, so clicks come straight. */
const browserWith = (abilities: { readonly share?: unknown; readonly clipboard?: unknown }): void => {
  for (const name of ['share', 'clipboard'] as const)
    Object.defineProperty(navigator, name, { value: abilities[name], configurable: true });
};
const clickShare = (): void => screen.getByRole('button', { name: 'Share' }).click();

beforeEach(() => {
  useToasts.setState(useToasts.getInitialState(), true);
  clipboard.writeText.mockReset().mockResolvedValue();
});

describe('the reminder of the weekly refresh', () => {
  test('is a Google Calendar event every Monday 15:00 to 16:00 UTC', () => {
    render(<CalendarCard />);
    const link = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Google Calendar' }).href);
    expect(link.host).toBe('calendar.google.com');
    expect(link.searchParams.get('dates')).toMatch(/^\d{8}T150000Z\/\d{8}T160000Z$/);
    expect(link.searchParams.get('recur')).toContain('BYDAY=MO');
  });

  test('is an iCal file to download', () => {
    render(<CalendarCard />);
    const link = screen.getByRole('link', { name: 'iCal file' });
    expect(link.getAttribute('href')).toBe('/new-leads.ics');
    expect(link.hasAttribute('download')).toBe(true);
  });
});

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

describe('the share button', () => {
  test("uses the browser's own sharing where there is one", async () => {
    const share = vi.fn<() => Promise<void>>().mockResolvedValue();
    browserWith({ share, clipboard });
    render(<CalendarCard />);
    clickShare();
    await vi.waitFor(() => expect(share).toHaveBeenCalledWith({ title: document.title, url: location.href }), PATIENCE);
    expect(clipboard.writeText).not.toHaveBeenCalled();
  });

  test('leaves it at that when the visitor changes his mind', async () => {
    const share = vi.fn<() => Promise<void>>().mockRejectedValue(new DOMException('no', 'AbortError'));
    browserWith({ share, clipboard });
    render(<CalendarCard />);
    clickShare();
    await vi.waitFor(() => expect(share).toHaveBeenCalled(), PATIENCE);
    expect(clipboard.writeText).not.toHaveBeenCalled();
  });

  test.each([
    ['that is refused', { share: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
    ['that is not there', {}],
  ])('in place of sharing %s copies the link and says so', async (_name, abilities) => {
    browserWith({ ...abilities, clipboard });
    render(<CalendarCard />);
    clickShare();
    await vi.waitFor(() => expect(titles()).toEqual(['Link copied']), PATIENCE);
    expect(clipboard.writeText).toHaveBeenCalledWith(location.href);
  });

  test('else alerts that sharing is not supported', async () => {
    const alert = vi.fn<(text: string) => void>();
    vi.stubGlobal('alert', alert);
    browserWith({});
    render(<CalendarCard />);
    clickShare();
    await vi.waitFor(
      () => expect(alert).toHaveBeenCalledWith(expect.stringContaining('Sharing is not supported')),
      PATIENCE,
    );
    expect(titles()).toEqual([]);
  });
});

describe('the testimonials', () => {
  test('are a list, plainly samples', () => {
    render(<Testimonials />);
    expect(screen.getByRole('list', { name: 'What agents say' }).children).toHaveLength(TESTIMONIALS.length);
    expect(screen.getByText(TESTIMONIALS_NOTE).textContent).toMatch(/sample/i);
  });

  test('move by their buttons only', async () => {
    const moved = vi.spyOn(Element.prototype, 'scrollBy').mockImplementation(() => undefined);
    render(<Testimonials />);
    expect(moved).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Next testimonials' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous testimonials' }));
    expect(moved).toHaveBeenCalledTimes(2);
  });

  test('move by most of what is in view, either way, and at once for whoever wants no motion', async () => {
    const moved = vi.spyOn(Element.prototype, 'scrollBy').mockImplementation(() => undefined);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
    render(<Testimonials />);
    await userEvent.click(screen.getByRole('button', { name: 'Next testimonials' }));
    const calm = Object.assign(new EventTarget(), { matches: true }) as unknown as MediaQueryList;
    vi.spyOn(window, 'matchMedia').mockReturnValue(calm);
    await userEvent.click(screen.getByRole('button', { name: 'Previous testimonials' }));
    expect(moved.mock.calls).toEqual([[{ left: 900, behavior: 'smooth' }], [{ left: -900, behavior: 'instant' }]]);
  });

  test('say at their ends that there is nothing more that way', () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(3_000);
    render(<Testimonials />);
    const list = screen.getByRole('list', { name: 'What agents say' });
    const ends = (left: number): readonly unknown[] => {
      list.scrollLeft = left;
      fireEvent.scroll(list);
      return ['Previous testimonials', 'Next testimonials'].map((name) =>
        screen.getByRole('button', { name }).getAttribute('aria-disabled'),
      );
    };
    // Browsers round: what is left of a screen's width is not always nothing.
    expect([0, 900, 2_000, 1_995, 3].map(ends)).toEqual([
      ['true', 'false'],
      ['false', 'false'],
      ['false', 'true'],
      ['false', 'true'],
      ['true', 'false'],
    ]);
  });
});
