import type { UnsoldAnswer } from '#adapters/http/contract/contract.ts';
import { unsoldLeads } from '#web/api.ts';
import type { LeadsAddress } from '#web/leads-address.ts';

import { remote } from './remote.ts';
import { renewal } from './renewal.ts';
import { tellError, untellError } from './tell.ts';

/** Every list request waits 150 ms, so that quick paging asks once. */
const FETCH_DELAY = 150;

const ask = ({ city, page }: LeadsAddress, signal: AbortSignal): Promise<UnsoldAnswer> =>
  unsoldLeads({ page, search: city }, signal);

/** The available leads that the address asks for. */
const leads = remote<LeadsAddress, UnsoldAnswer>(ask, {
  wait: FETCH_DELAY,
  onFailure: () => tellError('Failed to load leads.'),
  onRecovery: untellError,
  // A page past the end was answered with the last one: when the address is mended to that, its rows are here already.
  known: ({ city, page }, { phase, request, answer }) =>
    phase === 'ready' && request?.city === city && request.page !== page && answer?.currentPage === page,
});

export const { useRemote: useLeads, load: loadLeads, stop: stopLeads, give: giveLeads } = leads;

export const { renew: renewLeads, watch: watchLeads } = renewal(leads, ask);
