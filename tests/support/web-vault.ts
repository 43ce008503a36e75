import { http, HttpResponse } from 'msw';

import type { VaultAnswer, VaultedLeadBody } from '#adapters/http/contract/vault-contract.ts';
import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { placeOfPage } from '#domain/pages.ts';
import type { PageRequest } from '#domain/pages.ts';

import { OMAR } from './accounts.tsx';
import { webApi } from './web-api.ts';

/** The tests' user once subscribed: renewed on December 14, 2026, three days of grace after that. */
export const SUBSCRIBER: UserAnswer = {
  ...OMAR,
  isSubscribed: true,
  subscriptionDate: '2026-10-14T12:00:00.000Z',
  renewsAt: '2026-12-14T12:00:00.000Z',
  accessUntil: '2026-12-17T12:00:00.000Z',
};

/** After unsubscribing: access to the end of what is paid. */
export const LEAVING: UserAnswer = {
  ...SUBSCRIBER,
  cancelAtPeriodEnd: true,
  canBeKept: true,
  renewsAt: null,
  accessUntil: '2026-12-14T12:00:00.000Z',
};

/** After unsubscribing where nothing can be scheduled: it has ended, and access lasts until the end of what is paid. */
export const ENDED: UserAnswer = { ...LEAVING, canBeKept: false };

/** After a renewal that was not paid. */
export const OVERDUE: UserAnswer = {
  ...SUBSCRIBER,
  paymentFailed: true,
  renewsAt: null,
  accessUntil: '2026-11-24T12:00:00.000Z',
};

export const vaultedLead = (number: number, differences: Partial<VaultedLeadBody> = {}): VaultedLeadBody => ({
  id: `v-${number}`,
  firstName: 'Elena',
  lastName: `Okafor ${number}`,
  email: `elena${number}@example.com`,
  phoneNumber: '(512) 555-0100',
  address1: null,
  city: number % 2 === 0 ? 'Austin' : 'Denver',
  state: number % 2 === 0 ? 'TX' : 'CO',
  description: `Note number ${number}.`,
  leadPrice: 20 + number / 2,
  vaultedDate: '2026-11-14T15:00:00.000Z',
  ...differences,
});

/** A lead without any data. */
export const EMPTY_LEAD: Partial<VaultedLeadBody> = {
  firstName: '',
  lastName: '',
  email: null,
  phoneNumber: null,
  city: '',
  state: '',
  description: '',
  leadPrice: 0,
};

export const vaultAnswer = (
  found: readonly VaultedLeadBody[],
  request: PageRequest = { page: 1, size: 10 },
  totalAll = found.length,
): VaultAnswer => {
  const { currentPage, totalPages, offset } = placeOfPage(found.length, request);
  const data = found.slice(offset, offset + request.size);
  return { data, currentPage, totalPages, totalItems: found.length, totalAll };
};

/** The requests for the vault, in order: the query of each address. */
export const askedVault: string[] = [];

/** Answers with a vault of these leads that searches by state and first letters of cities. */
export const answerVault = (leads: readonly VaultedLeadBody[]): void => {
  askedVault.length = 0;
  webApi.use(
    http.get('*/api/good-lead/vaulted-leads', ({ request }) => {
      const { searchParams, search } = new URL(request.url);
      askedVault.push(search);
      const [city, state] = [searchParams.get('search')?.toLowerCase() ?? '', searchParams.get('state')];
      const found = leads.filter(
        (lead) => lead.city.toLowerCase().startsWith(city) && (state === null || lead.state === state),
      );
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))];
      return HttpResponse.json(vaultAnswer(found, { page, size }, leads.length));
    }),
  );
};

export const answerVaultWith = (reply: () => Response | Promise<Response>): void =>
  webApi.use(http.get('*/api/good-lead/vaulted-leads', reply));
