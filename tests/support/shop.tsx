import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, vi } from 'vitest';

import { PurchaseDialogs } from '#web/components/purchase-dialogs.tsx';
import { Toaster } from '#web/components/toaster.tsx';
import { claim, usePurchase } from '#web/stores/purchase.ts';
import { usePurchased } from '#web/stores/purchased.ts';
import { useToasts } from '#web/stores/toasts.ts';

import { writePaymentTags } from './payment-tags.ts';
import { unsoldLead, webApi } from './web-api.ts';

/** The lead that the tests claim: $25.00, no description, no phone. */
export const LEAD = unsoldLead(2, { price: 25, description: '', hasPhoneNumber: false });
const OTHER = unsoldLead(1, { price: 40 });

const ClaimButton = ({ lead }: { readonly lead: typeof LEAD }) => {
  const gone = usePurchased().has(lead.id);
  return (
    <button type="button" disabled={gone} onClick={({ currentTarget }) => claim(lead, currentTarget)}>
      {gone ? 'Purchased' : `Claim ${lead.city}`}
    </button>
  );
};

const Shop = () => (
  <>
    <section>
      <h2 id="available-leads" tabIndex={-1}>
        Available Leads
      </h2>
      <ClaimButton lead={LEAD} />
      <ClaimButton lead={OTHER} />
    </section>
    <PurchaseDialogs />
    <Toaster />
  </>
);

type Call = { readonly path: string; readonly body: unknown };
/** The calls to the server, in order. */
export const calls: Call[] = [];

const answer = (path: string, reply: (body: Readonly<Record<string, unknown>>) => Response | Promise<Response>) =>
  webApi.use(
    http.post(`*/api/stripe/${path}`, async ({ request }) => {
      const body = (await request.json()) as Readonly<Record<string, unknown>>;
      calls.push({ path, body });
      return reply(body);
    }),
  );
export const answerCoupon = (reply: (body: Readonly<Record<string, unknown>>) => Response | Promise<Response>) =>
  answer('validate-coupon', reply);
export const answerCheckout = (reply: () => Response | Promise<Response>) => answer('create-checkout-session', reply);

export const tenPercent = () => HttpResponse.json({ valid: true, discountedPrice: 22.5, message: 'New price: $22.50' });
export const refusal = (message: string) => () => HttpResponse.json({ valid: false, discountedPrice: 25, message });
export const hosted = () => HttpResponse.json({ id: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' });

export const summary = () => screen.findByRole('dialog', { name: 'Checkout Summary' });
export const terms = () => screen.findByRole('dialog', { name: 'Terms and Conditions' });
export const button = (name: string) => screen.getByRole('button', { name });
export const total = async () => within(await summary()).getByText('Total today').nextElementSibling?.textContent;
export const toast = (title: string) => screen.findByRole('dialog', { name: title });

export const openSummary = async () => {
  const user = userEvent.setup();
  render(<Shop />);
  await user.click(button('Claim Austin'));
  await summary();
  return user;
};
export const apply = async (user: UserEvent, code: string) => {
  await user.clear(screen.getByLabelText(/Coupon code/));
  await user.type(screen.getByLabelText(/Coupon code/), code);
  await user.click(button('Apply'));
};
export const openTerms = async () => {
  const user = await openSummary();
  await user.click(button('Continue to terms'));
  await terms();
  return user;
};
export const accept = async (user: UserEvent) => {
  await user.click(screen.getByRole('checkbox', { name: 'I have read and agree to the terms.' }));
  await user.click(button('I Accept the Terms'));
};

/** Where the browser was sent. */
export const leave = vi.fn<(url: string | URL) => void>();

/** Call once in a test file that buys: each test starts with an empty shop and a browser that does not navigate. */
export const useShop = (): void => {
  beforeEach(() => {
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    usePurchase.setState(usePurchase.getInitialState(), true);
    useToasts.setState(useToasts.getInitialState(), true);
    writePaymentTags();
    vi.spyOn(window.location, 'assign').mockImplementation(leave);
    vi.spyOn(window.location, 'replace').mockImplementation(leave);
  });
  afterEach(() => {
    calls.length = 0;
    leave.mockClear();
  });
};
