import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';

import { failure, unsoldAnswer, unsoldLead, useWebApi, webApi } from '#tests/support/web-api.ts';
import { ApiFailure, currentUser, unsoldLeads } from '#web/api.ts';
import { openCheckout, validateCoupon, verifyPayment } from '#web/purchase-api.ts';

useWebApi();

const LEAD = unsoldLead(1).id;

/** No answer comes. The DOM of the tests goes on waiting for a call that is aborted; browsers do not. */
const waitAsBrowsersDo = () =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_path, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError')));
      }),
  );

describe('the calls of the web', () => {
  test('the list is asked for by page, ten rows and the trimmed search', async () => {
    const asked: string[] = [];
    webApi.use(
      http.get('*/api/good-lead/unsold', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(unsoldAnswer([unsoldLead(1)]));
      }),
    );
    const answer = await unsoldLeads({ page: 3, search: '  Austin, TX ' });
    expect(asked).toEqual(['?page=3&size=10&search=Austin%2C+TX']);
    expect(answer.data[0]?.id).toBe(LEAD);
  });

  test('a failure carries the status, the code and the text of the server', async () => {
    webApi.use(
      http.post('*/api/stripe/create-checkout-session', () => failure(409, 'PRICE_CHANGED', 'New.', { price: 18 })),
    );
    const fault = await openCheckout({ leadId: LEAD, amount: 20 }).catch((caught: unknown) => caught);
    expect(fault).toBeInstanceOf(ApiFailure);
    expect(fault).toMatchObject({ status: 409, code: 'PRICE_CHANGED', message: 'New.', price: 18 });
    expect(fault).toHaveProperty('fields', {});
  });

  test('a failure of bad input names the fields', async () => {
    webApi.use(
      http.post('*/api/stripe/validate-coupon', () =>
        failure(400, 'INVALID_INPUT', 'Bad.', { fields: { couponCode: 'must be a text' } }),
      ),
    );
    await expect(validateCoupon({ couponCode: '', amount: 20, leadId: LEAD })).rejects.toMatchObject({
      fields: { couponCode: 'must be a text' },
    });
  });

  test('no answer at all is a failure with status 0', async () => {
    webApi.use(http.get('*/api/stripe/checkout-session', () => HttpResponse.error()));
    await expect(verifyPayment('cs_1', LEAD)).rejects.toMatchObject({ status: 0, code: 'UNREACHABLE' });
  });

  test('an answer that breaks off in the middle is none', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"data":[')),
      pull: (controller) => controller.error(new Error('cut')),
    });
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body));
    await expect(unsoldLeads({ page: 1, search: '' })).rejects.toMatchObject({ status: 0, code: 'UNREACHABLE' });
  });

  test('a server that is silent for 30 s counts as unreachable', async () => {
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    waitAsBrowsersDo();
    const answer = unsoldLeads({ page: 1, search: '' }, new AbortController().signal);
    late.abort();
    await expect(answer).rejects.toMatchObject({ status: 0, code: 'UNREACHABLE' });
    expect(timeout).toHaveBeenCalledWith(30_000);
  });

  test('an answer of another shape is a failure, not data', async () => {
    webApi.use(http.get('*/api/good-lead/unsold', () => HttpResponse.json({ data: [{ id: 1 }] })));
    await expect(unsoldLeads({ page: 1, search: '' })).rejects.toMatchObject({ status: 200, code: 'UNREADABLE' });
  });

  test('an error page in place of JSON is a failure with its status', async () => {
    webApi.use(http.get('*/api/good-lead/unsold', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })));
    await expect(unsoldLeads({ page: 1, search: '' })).rejects.toMatchObject({ status: 502, code: 'UNREADABLE' });
  });

  test.each([
    ['before the answer comes', waitAsBrowsersDo],
    ['when the answer comes', () => {}],
  ])('a caller who aborts %s gets his own reason back', async (_when, prepare) => {
    prepare();
    const asking = new AbortController();
    const answer = unsoldLeads({ page: 1, search: '' }, asking.signal);
    asking.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
  });

  test('401 means nobody is signed in', async () => {
    await expect(currentUser()).resolves.toBe('nobody');
  });

  test('a failed check of who is signed in is thrown, never taken for nobody', async () => {
    webApi.use(http.get('*/api/auth/me', () => failure(503, 'STORE_UNAVAILABLE', 'Later.')));
    await expect(currentUser()).rejects.toMatchObject({ status: 503 });
  });
});
