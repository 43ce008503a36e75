import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { excessOf, phone } from '#tests/support/browser.ts';
import { sharedProduct } from './shared-product.ts';
import { summary, visits } from './shop.ts';
import { openDashboard, seeCount } from './vault.ts';

const product = sharedProduct();
const visit = visits(() => product().address);

/** An import takes cities of up to 120 characters, and this one has nothing to break it at. */
const CITY = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';

/** Has every lead of a list come from that city. */
const moveThere = async (page: Page, list: string): Promise<void> => {
  await page.route(`**/api/good-lead/${list}?*`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { readonly data: readonly object[] };
    await route.fulfill({ response, json: { ...answer, data: answer.data.map((lead) => ({ ...lead, city: CITY })) } });
  });
};

/** By how many pixels a text reaches beyond the part that it stands in. */
const beyond = (text: Locator, part: Locator): Promise<number> =>
  part
    .elementHandle()
    .then((frame) =>
      text.evaluate(
        (element, around) =>
          element.scrollWidth +
          element.getBoundingClientRect().left -
          ((around as Element | null)?.getBoundingClientRect().right ?? 0),
        frame,
      ),
    );

describe.for([{ width: 320, height: 568 }, phone])('the longest city on a phone of $width px', (viewport) => {
  test('makes neither the marketplace nor the purchase wider than the phone', async () => {
    const page = await visit({ viewport });
    await moveThere(page, 'unsold');
    await page.goto('/');
    await page.getByRole('searchbox', { name: 'City or state' }).fill('TX');
    const title = page.getByRole('heading', { name: CITY }).first();
    await title.waitFor();
    expect(await excessOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Claim This Lead' }).first().click();
    const recap = summary(page).getByRole('heading', { name: CITY });
    await recap.waitFor();
    expect(await excessOf(page)).toBe(0);
    expect(await beyond(recap, summary(page))).toBeLessThan(0);
  });

  test('is read to its end on a card of the Lead Vault', async () => {
    const page = await visit({ viewport });
    await moveThere(page, 'vaulted-leads');
    await openDashboard(page);
    await seeCount(page, 'Showing');
    const place = page.getByText(CITY).first();
    expect(await excessOf(page)).toBe(0);
    expect(await beyond(place, page.getByRole('listitem').filter({ has: place }).first())).toBeLessThan(0);
  });
});
