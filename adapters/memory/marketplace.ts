import type { Marketplace } from '#application/ports/marketplace.ts';
import type { Lead, UnsoldLead } from '#domain/lead.ts';
import { isFound, readAmong } from '#domain/lead-search.ts';
import { placeOfPage } from '#domain/pages.ts';

const byId = (a: Lead, b: Lead): number => (a.id < b.id ? -1 : 1);

const listedAt = ({ standing }: Lead): number => standing.listedAt;
const vaultedAt = ({ standing }: Lead): number => (standing.state === 'vaulted' ? standing.vaultedAt : Number.NaN);

const first = (instants: readonly number[], after: number): number | undefined =>
  instants.filter((instant) => instant > after).toSorted((a, b) => a - b)[0];

const unsoldLeadOf = ({ id, place, price, description, contact }: Lead): UnsoldLead => ({
  id,
  city: place.city,
  state: place.state,
  price,
  description,
  hasEmail: contact.email !== undefined,
  hasPhoneNumber: contact.phone !== undefined,
});

/** Reads what is offered from leads in memory. `leads` answers the committed ones. */
export const memoryMarketplace = (leads: () => readonly Lead[]): Marketplace => ({
  unsold: async ({ search: asked, page, from, until }) => {
    const search = readAmong(
      asked,
      leads().map(({ place }) => place),
    );
    const found = leads()
      .filter((lead) => lead.standing.state === 'listed' && listedAt(lead) >= from && listedAt(lead) <= until)
      .filter((lead) => isFound(search, lead.place))
      .toSorted((a, b) => listedAt(b) - listedAt(a) || byId(a, b));
    const { currentPage, totalPages, offset } = placeOfPage(found.length, page);
    const rows = found.slice(offset, offset + page.size).map(unsoldLeadOf);
    return { rows, currentPage, totalPages, totalItems: found.length };
  },

  dearestVaulted: async ({ count, vaultedAfter, until }) =>
    leads()
      .filter((lead) => vaultedAt(lead) > vaultedAfter && vaultedAt(lead) <= until)
      .toSorted((a, b) => b.price - a.price || vaultedAt(b) - vaultedAt(a) || byId(b, a))
      .slice(0, count)
      .map(({ id, place, contact, description, price }) => ({
        id,
        city: place.city,
        state: place.state,
        email: contact.email,
        phone: contact.phone,
        description,
        price,
      })),

  firstAfter: async ({ listed, vaulted }) => ({
    listedAt: first(
      leads().map((lead) => (lead.standing.state === 'listed' ? listedAt(lead) : Number.NaN)),
      listed,
    ),
    vaultedAt: first(leads().map(vaultedAt), vaulted),
  }),
});
