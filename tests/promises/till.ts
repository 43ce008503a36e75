import type { OpenedCheckout } from '#application/ports/payment-provider.ts';
import type { Purchase } from '#domain/purchase.ts';
import type { Shop } from '#tests/application/shop.ts';

/** What a provider's own books say of one hosted page. */
export type Entry = {
  readonly money: 'none' | 'held' | 'collected' | 'gone back';
  /** How often the buyer was charged. */
  readonly charges: number;
};

/** A shop whose provider has bad days, with its books. */
export type Till = {
  readonly shop: Shop;
  readonly pay: (checkout: OpenedCheckout, email: string) => Promise<void>;
  /** Something happens to a payment at the provider, if it is still held: it lapses, or somebody collects it by hand. */
  readonly meddle: (checkout: OpenedCheckout, how: 'lapses' | 'by hand') => Promise<void>;
  /** By the page's reference. */
  readonly books: () => Promise<ReadonlyMap<string, Entry>>;
  /** What else must never be in these books. */
  readonly oddities: () => readonly string[];
  /** From now on all goes well. */
  readonly heal: () => void;
  readonly close: () => Promise<void>;
};

const NOTHING: Entry = { money: 'none', charges: 0 };

/** How the money of a purchase must stand when it has come to its end; `undefined`: it has not. */
const rightful = ({
  progress,
}: Purchase): { readonly charged: boolean; readonly money: readonly Entry['money'][] } | undefined => {
  switch (progress.state) {
    case 'settled':
      return { charged: true, money: ['collected'] };
    case 'lost':
      if (progress.money.is === 'held') return undefined;
      return { charged: progress.money.is === 'refunded', money: ['none', 'gone back'] };
    case 'abandoned':
    case 'lapsed':
      return { charged: false, money: ['none', 'gone back'] };
    case 'refunded':
      return { charged: true, money: ['gone back'] };
    case 'open':
    case 'won':
    case 'refunding':
      return undefined;
  }
};

/** Everything that is wrong once all orders have ended: nobody is charged twice, and each order is collected, released or parked with a reason. */
export const faultsOf = async ({ shop, books, oddities }: Till): Promise<readonly string[]> => {
  const [entries, mails] = [await books(), await shop.mails()];
  const faults: string[] = [];
  const owners = new Map<string, string>();
  const known = new Set<string>();
  for (const id of shop.purchaseIds) {
    const purchase = await shop.purchase(id);
    if (purchase === undefined) continue;
    const { progress, checkout, leadId } = purchase;
    if (checkout !== undefined) known.add(checkout.ref);
    const { money, charges } = entries.get(checkout?.ref ?? '') ?? NOTHING;
    const say = (what: string) => void faults.push(`${id} is ${progress.state}: ${what}`);
    if (charges > 1) say(`charged ${charges} times`);
    const right = rightful(purchase);
    if (right === undefined) {
      say('never came to an end');
      continue;
    }
    if (!right.money.includes(money)) say(`its money is ${money}`);
    if (right.charged !== (charges === 1)) say(`charged ${charges} times`);
    const to = 'buyerEmail' in progress ? progress.buyerEmail : undefined;
    const letters = mails.filter((mail) => mail.to === to && mail.id.includes(id)).length;
    if (to !== undefined && letters !== 1) say(`${letters} letters`);
    if (progress.state !== 'settled') continue;
    if (owners.has(leadId)) say('another owner too');
    owners.set(leadId, id);
  }
  for (const [ref, { money }] of entries)
    if (!known.has(ref) && money !== 'none') faults.push(`${ref} is ${money}, but of no purchase`);
  return [...faults, ...oddities()];
};
