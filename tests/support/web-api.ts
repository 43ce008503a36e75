import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

import type { UnsoldAnswer, UnsoldLeadBody } from '#adapters/http/contract/contract.ts';

/** The API of the web tests: 23 leads in three pages, and a visitor who is not signed in. A test overrides what it needs. */
export const unsoldLead = (number: number, differences: Partial<UnsoldLeadBody> = {}): UnsoldLeadBody => ({
  id: `01939e5e-0000-7000-8000-${String(number).padStart(12, '0')}`,
  city: number % 2 === 0 ? 'Austin' : 'Denver',
  state: number % 2 === 0 ? 'TX' : 'CO',
  price: 20 + number / 2,
  description: `Lead number ${number}.`,
  hasEmail: true,
  hasPhoneNumber: true,
  ...differences,
});

const LEADS = Array.from({ length: 23 }, (_, index) => unsoldLead(index + 1));

export const unsoldAnswer = (leads: readonly UnsoldLeadBody[], page = 1): UnsoldAnswer => {
  const totalPages = Math.ceil(leads.length / 10);
  const currentPage = Math.max(1, Math.min(page, totalPages));
  return {
    data: leads.slice((currentPage - 1) * 10, currentPage * 10),
    currentPage,
    totalPages,
    totalItems: leads.length,
  };
};

export const failure = (status: number, code: string, message: string, more: Readonly<Record<string, unknown>> = {}) =>
  HttpResponse.json({ error: message, message, code, ...more }, { status });

/** The requests for the list, in order. */
export const askedLists: { readonly page: string | null; readonly search: string | null }[] = [];

export const webApi = setupServer(
  http.get('*/api/good-lead/unsold', ({ request }) => {
    const { searchParams } = new URL(request.url);
    const [page, search] = [searchParams.get('page'), searchParams.get('search')];
    askedLists.push({ page, search });
    const found = LEADS.filter(({ city }) => city.toLowerCase().startsWith((search ?? '').toLowerCase()));
    return HttpResponse.json(unsoldAnswer(found, Number(page)));
  }),
  http.get('*/api/auth/me', () => failure(401, 'NOT_SIGNED_IN', 'You are not signed in.')),
);

/** Call once in a test file that uses the API. A call without an answer fails its test. */
export const useWebApi = (): void => {
  beforeAll(() => webApi.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => {
    webApi.resetHandlers();
    askedLists.length = 0;
  });
  afterAll(() => webApi.close());
};
