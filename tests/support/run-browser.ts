import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

/** Where the one browser of a run is, or why there is none. */
export type RunBrowser = { readonly endpoint: string } | { readonly problem: string };

/** A connection to the run's browser. Throws what kept it from starting. */
export const connected = async (browser: RunBrowser): Promise<Browser> => {
  if ('problem' in browser) throw new Error(browser.problem);
  return chromium.connect(browser.endpoint);
};
