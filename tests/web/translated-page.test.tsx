import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { StrictMode } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';

import { answer, OMAR, signedIn, useAccounts } from '#tests/support/accounts.tsx';
import {
  answerCoupon,
  apply,
  button,
  LEAD,
  openSummary,
  summary,
  tenPercent,
  terms,
  useShop,
} from '#tests/support/shop.tsx';
import { failure, unsoldAnswer, unsoldLead, useWebApi, webApi } from '#tests/support/web-api.ts';
import { answerVault, answerVaultWith, LEAVING, OVERDUE, SUBSCRIBER, vaultedLead } from '#tests/support/web-vault.ts';
import { App } from '#web/app.tsx';
import { useLeads } from '#web/stores/leads.ts';
import { useVault } from '#web/stores/vault.ts';
import { meetVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

useWebApi();
useAccounts();
useShop();
beforeEach(() => {
  useLeads.setState(useLeads.getInitialState(), true);
  useVault.setState(useVault.getInitialState(), true);
});

/** What a browser that translates does: elements of its own stand for each text, and the one that React knows is in no page any more. */
const translate = (): void => {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(({ parentElement }) => parentElement?.localName !== 'font')) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
};

const open = (address: string): void => {
  history.replaceState(null, '', address);
  render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
};

const main = () => screen.getByRole('main').textContent;
const reads = (text: string, of = main) => waitFor(() => expect(of()).toContain(text));

const VAULT = Array.from({ length: 214 }, (_, index) => vaultedLead(index + 1));

/** The dashboard while its list is on its way, translated; what lets the list come. */
const dashboard = async (user = SUBSCRIBER) => {
  const reply = held();
  answer('GET auth/me', signedIn(user));
  answerVaultWith(async () => {
    await reply.released;
    return failure(503, 'BUSY', 'Many are here.');
  });
  open('/lead-vault-dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Lead Vault Dashboard' });
  translate();
  return reply;
};

describe('a page that the browser has translated', () => {
  test('has the list of the dashboard once it comes', async () => {
    const { release } = await dashboard();
    answerVault(VAULT);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'TX');
    await reads('Showing 1–10 of 107');
    expect(main()).toContain('Access to 214 archived leads.');
    translate();
    await userEvent.click(screen.getByRole('button', { name: 'Reset Filters' }));
    await reads('Showing 1–10 of 214');
    release();
  });

  test("has it by 'Try again' after a failure", async () => {
    const { release } = await dashboard();
    release();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(main()).toContain('Access to archived leads.');
    translate();
    answerVault([vaultedLead(1)]);
    await userEvent.click(again);
    await reads('Access to 1 archived lead.');
    expect(main()).toContain('Showing 1 of 1');
  });

  test('tells of another trouble with the subscription', async () => {
    await dashboard(OVERDUE);
    act(() => meetVisitor(LEAVING));
    await reads('Your subscription ends on December 14, 2026.');
    expect(main()).not.toContain('Your last payment failed.');
  });

  test('says how strong a password is, until it is gone, and what its eye does', async () => {
    open('/signup');
    const password = await screen.findByLabelText('Password');
    translate();
    await userEvent.type(password, 'sample');
    await reads('Password Strength: Weak');
    translate();
    await userEvent.type(password, '-Pass-2031-violet');
    await reads('Password Strength: Strong');
    await userEvent.clear(password);
    await reads('At least 6 characters');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByRole('button', { name: 'Hide password' })).toBeDefined();
  });

  test('shows the address that is kept, and no longer the one that was pending', async () => {
    answer('GET auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
    answer('PUT auth/me', signedIn());
    open('/profile');
    const keep = await screen.findByRole('button', { name: /^Keep / });
    translate();
    await userEvent.click(keep);
    await waitFor(() => expect(main()).not.toContain('omar@new.example'));
    expect(main()).toContain('omar@example.com');
  });

  test.each([null, 'omar@later.example'])(
    'shows the address that is in the place of another (pending: %s)',
    async (pendingEmail) => {
      answer('GET auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
      open('/profile');
      await screen.findByRole('button', { name: /^Keep / });
      translate();
      act(() => meetVisitor({ ...OMAR, email: 'omar@new.example', pendingEmail }));
      await waitFor(() => expect(main()).not.toContain('omar@example.com'));
      expect(main().match(/omar@new\.example/g)).toHaveLength(pendingEmail === null ? 2 : 4);
    },
  );

  test('has the leads of a search, none of another, and all of a long description', async () => {
    const description = 'Wants a big house. '.repeat(30);
    webApi.use(
      http.get('*/api/good-lead/unsold', ({ request }) =>
        HttpResponse.json(unsoldAnswer(request.url.includes('Oz') ? [] : [unsoldLead(7, { description })])),
      ),
    );
    open('/');
    await reads('1 lead, page 1 of 1');
    translate();
    await userEvent.type(screen.getByRole('searchbox', { name: 'City or state' }), 'Oz');
    await reads('No leads in “Oz” right now');
    translate();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    await reads('1 lead, page 1 of 1');
    translate();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(screen.getByRole('button', { name: 'Show less' })).toBeDefined();
  });

  test('leads through a purchase, with the step, the coupon and the price of the moment', async () => {
    const user = await openSummary();
    const dialog = await summary();
    const says = () => dialog.textContent;
    translate();
    answerCoupon(tenPercent);
    await apply(user, 'WELCOME10');
    await reads('Coupon WELCOME10', says);
    expect(says()).toContain('−$2.50');
    translate();
    answerCoupon(() => HttpResponse.json({ valid: true, discountedPrice: 20, message: '' }));
    await apply(user, 'SUMMER20');
    await reads('Coupon SUMMER20', says);
    expect(says()).toContain('−$5.00');
    expect(says()).not.toContain('WELCOME10');
    translate();
    await user.click(button('Continue to terms'));
    await terms();
    expect(says()).toContain('Step 2 of 3');
    expect(says()).toContain(`Buyer lead in ${LEAD.city}, ${LEAD.state} for $20.00`);
    translate();
    await user.click(button('Back'));
    await reads('Step 1 of 3', says);
    await user.click(within(dialog).getByRole('button', { name: 'Remove coupon SUMMER20' }));
    await waitFor(() => expect(says()).not.toContain('Coupon SUMMER20'));
    expect(says()).toContain('Total today $25.00');
  });
});
