import type { Browser, Page } from 'playwright-core';

/** What a first visit with an empty cache is like: times in milliseconds from the press on the link, and how much has moved. */
export type Seen = {
  /** First contentful paint. */
  readonly fcp: number;
  /** Largest contentful paint. */
  readonly lcp: number;
  /** When the first lead of the list was in the page, and the page drawn. */
  readonly leads: number;
  /** Cumulative layout shift. */
  readonly cls: number;
  /** Total blocking time: what the tasks after the first paint take above 50 ms each. */
  readonly tbt: number;
};

/** Slow 4G: bytes a second and milliseconds. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER_CPU = 4;

/** How long after its load a page is still watched, in milliseconds. */
const AFTERWARDS = 2_000;

/** In the page, before anything else: what happens in it. */
const watch = (): void => {
  const seen = { fcp: 0, lcp: 0, leads: 0, cls: 0, tasks: [] as [number, number][] };
  (globalThis as unknown as { seen: typeof seen }).seen = seen;
  const observe = (type: string, look: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(look)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => void (seen.lcp = startTime));
  observe('layout-shift', (entry) => void (seen.cls += (entry as PerformanceEntry & { value: number }).value));
  observe('longtask', ({ startTime, duration }) => void seen.tasks.push([startTime, duration]));
  const look = (): void => {
    if (document.querySelector('ul[aria-label="Available leads"] li') === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => void (seen.leads = performance.now()));
  };
  requestAnimationFrame(look);
};

/** In the page: presses the first lead's button until its dialog is open; answers when that was. */
const press = (): Promise<number> =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      if (document.querySelector('[role="dialog"] h2') !== null) {
        clearInterval(timer);
        resolve(performance.now());
        return;
      }
      document.querySelector<HTMLButtonElement>('ul[aria-label="Available leads"] button')?.click();
    }, 100);
  });

const visited = async <Found>(
  browser: Browser,
  address: string,
  look: (page: Page) => Promise<Found>,
): Promise<Found> => {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
    await page.addInitScript(watch);
    await page.goto(address);
    return await look(page);
  } finally {
    await context.close();
  }
};

/** Visits a page as somebody with a slow telephone does. */
export const visit = (browser: Browser, address: string): Promise<Seen> =>
  visited(browser, address, async (page) => {
    await page.waitForTimeout(AFTERWARDS);
    const { tasks, ...seen } = await page.evaluate(
      () => (globalThis as unknown as { seen: Omit<Seen, 'tbt'> & { tasks: [number, number][] } }).seen,
    );
    const after = tasks.filter(([start, duration]) => start + duration > seen.fcp);
    return { ...seen, tbt: after.reduce((sum, [, duration]) => sum + duration - 50, 0) };
  });

/** How long until a press on a lead's button opens its dialog. */
export const interactive = (browser: Browser, address: string): Promise<number> =>
  visited(browser, address, (page) => page.evaluate(press));
