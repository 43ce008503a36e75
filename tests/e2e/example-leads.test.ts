import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import type { Top5Answer } from '#adapters/http/contract/contract.ts';
import { sharedProduct } from './shared-product.ts';
import { visits } from './shop.ts';

const product = sharedProduct();
const visit = visits(() => product().address);

const EXAMPLE = {
  id: 'l-1',
  city: 'Austin',
  state: 'TX',
  email: 'm•••@m•••.com',
  phoneNumber: '(512) 555-••••',
  leadPrice: 1_900,
  description: 'Moves in May.',
};

/** Texts that no line of a cell can hold, and nothing to break them at. */
const UNBROKEN: Top5Answer = [
  { ...EXAMPLE, description: `As in https://homes.example/${'one-long-link_'.repeat(10)}` },
  { ...EXAMPLE, id: 'l-2', description: 'x'.repeat(400) },
  { ...EXAMPLE, id: 'l-3', city: 'Llanfairpwllgwyngyllgogerychwyrndrobwll', email: `m•••@m•••.${'m'.repeat(60)}` },
];

/** The page of the Lead Vault with these examples, come to by a link: then it asks for them. */
const openExamples = async (page: Page, examples: Top5Answer): Promise<void> => {
  await page.route('**/api/good-lead/top5', (route) => route.fulfill({ json: examples }));
  await page.goto('/');
  await page.getByRole('link', { name: 'See what is inside' }).click();
  await page
    .getByText(examples[0]?.description ?? '')
    .filter({ visible: true })
    .first()
    .waitFor();
};

/** By how many pixels what is in the page, or in its cards, is wider than they are. */
const excess = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.card')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );

test.for([320, 390, 1024, 1440])(
  'whatever the example leads hold, nothing of them is cut off at %d px',
  async (width) => {
    const page = await visit({ viewport: { width, height: 800 } });
    await openExamples(page, UNBROKEN);
    expect((await excess(page)).filter((pixels) => pixels > 0)).toEqual([]);
  },
);

test('a masked address of an example stays on one line on the smallest phone', async () => {
  const page = await visit({ viewport: { width: 320, height: 568 } });
  await openExamples(page, [EXAMPLE]);
  const { height } = (await page.getByText(EXAMPLE.email).filter({ visible: true }).boundingBox()) ?? {};
  expect(height).toBeLessThan(30);
});

test.for([390, 1440])('a long description of an example is opened and closed in its place at %d px', async (width) => {
  const page = await visit({ viewport: { width, height: 800 } });
  await openExamples(page, [{ ...EXAMPLE, description: 'Two children, and a dog. '.repeat(200).trim() }]);
  const example = page.locator('[aria-labelledby="examples"] :is(li, tbody tr)').filter({ visible: true });
  const height = async (): Promise<number> => (await example.boundingBox())?.height ?? 0;
  const closed = await height();
  expect(closed).toBeLessThan(320);
  await example.getByRole('button', { name: 'Show more', description: 'Austin, TX' }).click();
  expect(await height()).toBeGreaterThan(1_000);
  await example.getByRole('button', { name: 'Show less' }).click();
  expect(await height()).toBe(closed);
});
