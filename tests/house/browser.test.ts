import type { ProvidedContext } from 'vitest';
import { describe, expect, test, vi } from 'vitest';

import { setup } from '#tests/support/browser-server.ts';
import { chromium } from '#tests/support/chromium.ts';
import { connected } from '#tests/support/run-browser.ts';

describe('the browser of the journeys', () => {
  test.each([
    ['darwin', 'arm64'],
    ['win32', 'x64'],
    ['linux', 'arm64'],
  ] as const)('is an installed Chrome where npm brings none: %s %s', async (platform, arch) => {
    vi.stubEnv('TEST_BROWSER', '');
    expect((await chromium(platform, arch)).which).toEqual({ channel: 'chrome' });
  });

  test.each([
    ['darwin', 'arm64'],
    ['linux', 'x64'],
  ] as const)('is the one that TEST_BROWSER names, wherever: %s %s', async (platform, arch) => {
    vi.stubEnv('TEST_BROWSER', '/opt/chromium');
    expect((await chromium(platform, arch)).which).toEqual({ executablePath: '/opt/chromium' });
  });

  test('keeps no other test from running if it does not start, and each journey says what helps', async () => {
    vi.stubEnv('TEST_BROWSER', '/nowhere/chromium');
    const provided: Partial<ProvidedContext> = {};
    await setup({ provide: (key, value) => void (provided[key] = value) });
    const journey = connected(provided.browser ?? { problem: 'nothing was provided' });
    await expect(journey).rejects.toThrow(/name an installed Chrome or Chromium in TEST_BROWSER.*\/nowhere\/chromium/s);
  });
});
