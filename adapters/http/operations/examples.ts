/** One example of each request and answer. */
import { maskEmail, maskPhone } from '#domain/contact-mask.ts';
import { priceText } from '#domain/money.ts';

const LEAD_ID = '019a8f4e-6c00-7000-8000-3f1d2c5b7a90';
const CHECKOUT_ID = 'cs_test_a1B2c3D4e5F6';
const TOKEN = 'pIbsPeVbcOkrrVRPXQbzUEVNzIBnLLnS9nDbOiYs-Ww';
const PASSWORD = 'sample-pass';
export const ADDRESS = 'omar@example.com';

const lead = { city: 'Austin', state: 'TX', description: 'Looking for three bedrooms near good schools.' };
const counts = { currentPage: 1, totalPages: 1, totalItems: 1 };

const vaulted = {
  id: LEAD_ID,
  firstName: 'Elena',
  lastName: 'Okafor',
  email: 'elena.okafor@example.com',
  phoneNumber: '512-555-0142',
  address1: null,
  ...lead,
  leadPrice: 25,
  vaultedDate: '2026-11-16T15:00:00.000Z',
};

const masked = { email: maskEmail(vaulted.email), phoneNumber: maskPhone(vaulted.phoneNumber) };

export const UNSOLD = { data: [{ id: LEAD_ID, ...lead, price: 25, hasEmail: true, hasPhoneNumber: true }], ...counts };
export const TOP5 = [{ id: LEAD_ID, ...lead, ...masked, leadPrice: 25 }];
export const VAULT = { data: [vaulted], ...counts, totalAll: 214 };
export const EXPORT = { status: 'success' as const, data: [vaulted] };

export const COUPON_REQUEST = { couponCode: 'WELCOME10', amount: 25, leadId: LEAD_ID };
export const COUPON = { valid: true, discountedPrice: 22.5, message: `New price: ${priceText(2_250)}` };
export const CHECKOUT_REQUEST = { leadId: LEAD_ID, amount: 22.5, couponCode: 'WELCOME10', returnTo: '/?city=Austin' };
export const CHECKOUT = { id: CHECKOUT_ID, url: `https://checkout.stripe.com/c/pay/${CHECKOUT_ID}` };
export const PAYMENT = {
  success: true,
  status: 'paid' as const,
  email: maskEmail(ADDRESS),
  saleNumber: 'HL-7K2M-9QXD',
};

export const REGISTER = { email: ADDRESS, password: PASSWORD, fullName: 'Omar Haddad' };
export const LOGIN = { username: ADDRESS, password: PASSWORD };
export const RESET = { token: TOKEN, newPassword: 'another-pass' };
export const PROFILE = { fullName: 'Omar Haddad', email: ADDRESS, phone: '512-555-0100', address: 'Austin, TX' };
export const USER = {
  fullName: 'Omar Haddad',
  email: ADDRESS,
  phoneNumber: '512-555-0100',
  address: 'Austin, TX',
  isSubscribed: true,
  subscriptionDate: '2026-11-18T12:00:00.000Z',
  cancelAtPeriodEnd: false,
  canBeKept: false,
  accessUntil: '2026-12-21T12:00:00.000Z',
  renewsAt: '2026-12-18T12:00:00.000Z',
  paymentFailed: false,
  pendingEmail: null,
};
export const CONTACT = {
  name: 'Omar Haddad',
  email: ADDRESS,
  subject: 'An invoice',
  message: 'Could you send me an invoice for my last purchase?',
};
