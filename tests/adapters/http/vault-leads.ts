import type { Lead } from '#domain/lead.ts';
import { DAY } from '#domain/instant.ts';
import type { ShopApp } from './shop-app.ts';

/** A lead in the vault since yesterday. */
export const vaultedLead = ({ clock }: Pick<ShopApp, 'clock'>, more: Partial<Lead> = {}): Lead => ({
  id: crypto.randomUUID(),
  place: { city: 'Juneau', state: 'AK' },
  contact: { firstName: '', lastName: '', email: undefined, phone: undefined, address1: undefined },
  description: '',
  price: 0,
  standing: { state: 'vaulted', listedAt: clock() - 8 * DAY, vaultedAt: clock() - DAY },
  ...more,
});

export const addLeads = ({ store }: ShopApp, added: readonly Lead[]): Promise<void> =>
  store.atomically(({ leads }) => leads.add(added));
