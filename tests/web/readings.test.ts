import { http, HttpResponse } from 'msw';
import type { JsonBodyType } from 'msw';
import { describe, expect, test } from 'vitest';

import { OMAR } from '#tests/support/accounts.tsx';
import { useWebApi, webApi } from '#tests/support/web-api.ts';
import {
  checkResetToken,
  register,
  requestPasswordReset,
  resetPassword,
  saveProfile,
  sendMessage,
  signIn,
  verifyEmail,
} from '#web/account-api.ts';
import { currentUser, signOut, unsoldLeads } from '#web/api.ts';
import { validateCoupon, verifyPayment } from '#web/purchase-api.ts';
import { confirmSubscription, endSubscription, openSubscriptionCheckout } from '#web/subscription-api.ts';
import { vaultedLeads } from '#web/vault-api.ts';

useWebApi();

const answer = (path: string, body: JsonBodyType, status = 200) =>
  webApi.use(http.all(`*/api/${path}`, () => HttpResponse.json(body, { status })));
const answerNothing = (path: string) => webApi.use(http.all(`*/api/${path}`, () => new HttpResponse(null)));

const USER = {
  fullName: 'Dana Poe',
  email: 'dana@example.com',
  phoneNumber: '512-555-0100',
  address: null,
  isSubscribed: true,
  subscriptionDate: '2026-11-02T10:00:00.000Z',
};
const COUPON = { couponCode: 'A', amount: 25, leadId: '1' };
const PROFILE = { fullName: 'Dana', email: 'dana@example.com', phone: '512-555-0100' };
const MESSAGE = { name: 'Dana', email: 'dana@example.com', subject: 'Hi', message: 'Ten characters.' };
const ACCOUNT = { email: 'dana@example.com', password: 'sample-pass', fullName: 'Dana' };

describe('an answer with no more than the calls are said to answer', () => {
  test.each([
    ['auth/login', () => signIn('dana@example.com', 'sample-pass')],
    ['auth/logout', () => signOut()],
    ['auth/register', () => register(ACCOUNT)],
    ['auth/verify', () => verifyEmail('token')],
    ['auth/verify-token', () => checkResetToken('token')],
    ['auth/reset-password/request', () => requestPasswordReset('dana@example.com')],
    ['auth/reset-password/confirm', () => resetPassword('token', 'sample-pass')],
    ['contact', () => sendMessage(MESSAGE)],
  ] as const)('is its status, where nothing else is read: %s', async (path, call) => {
    answerNothing(path);
    await expect(call()).resolves.toBeUndefined();
  });

  test('is a user of whose subscription nothing more is known', async () => {
    answer('auth/me', USER);
    expect(await currentUser()).toMatchObject({
      ...USER,
      cancelAtPeriodEnd: false,
      renewsAt: null,
      pendingEmail: null,
    });
  });

  test('to a change of the user has the server asked who that is now', async () => {
    webApi.use(
      http.put('*/api/auth/me', () => new HttpResponse(null)),
      http.post('*/api/stripe/subscription/unsubscribe', () => HttpResponse.json({})),
      http.get('*/api/auth/me', () => HttpResponse.json(USER)),
    );
    expect(await saveProfile({ ...OMAR, ...USER }, PROFILE, [])).toMatchObject(USER);
    expect(await endSubscription()).toMatchObject(USER);
  });

  test('is a page of leads, of which nobody has said how many there are', async () => {
    const lead = {
      id: '1',
      city: 'Austin',
      state: 'TX',
      price: 25,
      description: '',
      hasEmail: true,
      hasPhoneNumber: true,
    };
    answer('good-lead/unsold', { data: [lead], currentPage: 1, totalPages: 3 });
    expect(await unsoldLeads({ page: 1, search: '' })).toEqual({ data: [lead], currentPage: 1, totalPages: 3 });
  });

  test('is a page of the vault without states, whose leads are counted as far as they were found', async () => {
    const names = { firstName: 'Ann', lastName: 'Lee', email: null, phoneNumber: null, address1: null };
    const lead = { id: '1', ...names, city: 'Austin', description: '', leadPrice: 25, vaultedDate: '2026-11-02' };
    answer('good-lead/vaulted-leads', { data: [lead], currentPage: 1, totalPages: 1, totalItems: 1 });
    const asked = { page: 1, size: 10, search: '', state: undefined, sorting: undefined } as const;
    expect(await vaultedLeads(asked)).toMatchObject({ data: [{ ...lead, state: '' }], totalItems: 1, totalAll: 1 });
  });

  test.each([
    [{ valid: false }, { valid: false, message: '' }],
    [
      { valid: false, message: 'Nope.' },
      { valid: false, message: 'Nope.' },
    ],
    [
      { valid: true, discountedPrice: 20 },
      { valid: true, discountedPrice: 20, message: '' },
    ],
  ])('is a price, or why there is none: %j', async (told, read) => {
    answer('stripe/validate-coupon', told);
    expect(await validateCoupon(COUPON)).toEqual(read);
  });

  test('is no price where a coupon counts and none is told', async () => {
    answer('stripe/validate-coupon', { valid: true });
    await expect(validateCoupon(COUPON)).rejects.toMatchObject({ code: 'UNREADABLE' });
  });

  test.each([
    [{ success: true, email: 'd@example.com' }, 'paid'],
    [{ success: false, error: 'Boom.' }, 'failed'],
    [{ success: false }, 'failed'],
    [{ success: false, status: 'processing' }, 'processing'],
  ])('is how a payment ended: %j', async (told, status) => {
    answer('stripe/checkout-session', told);
    expect(await verifyPayment('cs_1', '1')).toEqual({ ...told, status });
  });

  test.each([
    [{}, 'subscribed'],
    [{ success: true }, 'subscribed'],
    [{ success: false, error: 'Boom.' }, 'failed'],
    [{ success: false, status: 'processing' }, 'processing'],
  ])('is how a subscription’s checkout ended: %j', async (told, status) => {
    answer('stripe/subscription/confirm-subscription', told);
    expect(await confirmSubscription('cs_1')).toMatchObject({ status });
  });

  test.each([
    [{ error: 'Boom.' }, 'Boom.', ''],
    [{ message: 'Taken!' }, 'Taken!', ''],
    [{ error: 'A', message: 'B', code: 'EMAIL_TAKEN' }, 'B', 'EMAIL_TAKEN'],
    [{}, 'The server gave an answer that we could not read.', 'UNREADABLE'],
  ])('is a refusal in its own words: %j', async (told, message, code) => {
    answer('stripe/subscription/create-checkout-session', told, 400);
    await expect(openSubscriptionCheckout()).rejects.toMatchObject({ status: 400, message, code });
  });
});
