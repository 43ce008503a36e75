import type { UnsoldReading } from '#web/readings.ts';
import { unsoldLeads } from '#web/api.ts';
import type { LeadsAddress } from '#web/leads-address.ts';

import { list } from './list.ts';

const ask = ({ city, page }: LeadsAddress, signal: AbortSignal): Promise<UnsoldReading> =>
  unsoldLeads({ page, search: city }, signal);

/** The available leads that the address asks for. */
const leads = list(ask, { isSame: (one, other) => one.city === other.city, failed: 'Failed to load leads.' });

export const { useRemote: useLeads, load: loadLeads, stop: stopLeads, give: giveLeads } = leads;

export const { renew: renewLeads, watch: watchLeads, useLastPage: useLastLeadsPage } = leads;
