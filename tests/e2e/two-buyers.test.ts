import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { sharedProduct } from './shared-product.ts';
import { deliveriesTo, hold, openHostedPage, pay, seeTitle, SUCCESS, visits } from './shop.ts';

// Nobody tells the shop of a payment here but the buyers' own browsers, so that a test decides when it hears of one.
const product = sharedProduct({ SIMULATED_NOTIFICATIONS: 'never' });
const visit = visits(() => product().address);

const SOLD = 'This lead has just been sold to another buyer. Your card was not charged.';

const stateOf = async (email: string) => (await product().checkoutOf(email))?.state;

/** Two browsers on the hosted page of the same lead. */
const twoBuyers = async (city: string) => {
  const lead = await product().lead(city);
  const pages = [await visit(), await visit()] as const;
  await Promise.all(pages.map((page) => openHostedPage(page, lead)));
  return { lead, pages };
};

const verdict = async (page: Page): Promise<string> => {
  const heading = page.getByRole('heading', { level: 1, name: /^(Success!|Payment Failed|This checkout is closed\.)/ });
  await heading.waitFor();
  return heading.innerText();
};

describe('of two buyers on the hosted page of one lead', () => {
  test('the one who comes later finds it closed, and reads that nothing was charged', async () => {
    const {
      lead,
      pages: [first, second],
    } = await twoBuyers('Boise');
    await pay(first, 'first@agents.example');
    await seeTitle(first, SUCCESS);
    await expect
      .poll(async () => (await product().checkouts()).filter(({ state }) => state === 'open'), { timeout: 15_000 })
      .toEqual([]);

    await pay(second, 'second@agents.example');
    await seeTitle(second, 'This checkout is closed. Your card was not charged.');
    await second.getByRole('link', { name: 'See what happened' }).click();
    await seeTitle(second, 'Payment Failed');
    expect(await second.getByRole('status').innerText()).toContain(SOLD);
    expect(await second.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(await stateOf('second@agents.example')).toBeUndefined();
    expect(await product().leads('Boise')).not.toContainEqual(lead);
    expect(await deliveriesTo(first, product(), 'first@agents.example')).toEqual(['Sent once']);
    expect(await product().mailsTo('second@agents.example')).toEqual([]);
  });

  test('who have both paid before the shop looks, one gets it; the other reads on the page and by mail that nothing was charged', async () => {
    const { pages } = await twoBuyers('Denver');
    const emails = ['east@agents.example', 'west@agents.example'];
    const questions = pages.map((page) => hold(page, '**/api/stripe/checkout-session*'));
    await Promise.all(pages.map((page, index) => pay(page, emails[index] ?? '')));
    const asked = await Promise.all(questions);
    expect(await Promise.all(emails.map(stateOf))).toEqual(['authorised', 'authorised']);
    await Promise.all(asked.map((question) => question.continue()));

    const verdicts = await Promise.all(pages.map(verdict));
    expect(verdicts.toSorted()).toEqual(['Payment Failed', SUCCESS]);
    const lost = verdicts.indexOf('Payment Failed');
    const [winner, loser] = lost === 0 ? emails.toReversed() : emails;
    expect(await pages[lost]?.getByRole('status').innerText()).toContain(SOLD);
    expect(await stateOf(winner ?? '')).toBe('collected');
    expect(await stateOf(loser ?? '')).toBe('released');
    await expect.poll(() => product().mailsTo(winner ?? ''), { timeout: 15_000 }).toHaveLength(1);
    await expect.poll(() => product().mailsTo(loser ?? ''), { timeout: 15_000 }).toHaveLength(1);
    const [notice] = await product().mailsTo(loser ?? '');
    expect(notice?.subject).toBe('Your card was not charged');
    expect(notice?.text).toContain(SOLD);
  });

  test('who press Pay at the same moment, exactly one gets it, and money is taken once', async () => {
    const { lead, pages } = await twoBuyers('Tampa');
    const emails = ['north@agents.example', 'south@agents.example'];
    await Promise.all(pages.map((page, index) => pay(page, emails[index] ?? '')));
    const verdicts = await Promise.all(pages.map(verdict));
    const lost = verdicts.findIndex((text) => text !== SUCCESS);
    expect(verdicts[1 - lost]).toBe(SUCCESS);
    expect(await pages[lost]?.getByRole('main').innerText()).toContain('Your card was not charged.');
    const paid = (await product().checkouts()).filter(
      ({ state, email }) => state === 'collected' && emails.includes(email ?? ''),
    );
    expect(paid.map(({ amount }) => amount)).toEqual([Math.round(lead.price * 100)]);
  });
});
