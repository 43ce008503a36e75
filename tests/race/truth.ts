import type { ReceivedMail } from '#adapters/dev-mailbox/mails.ts';
import type { Checkout } from '#adapters/simulated-checkout/checkout.ts';
import type { Books, LeadEntry, PurchaseEntry } from './books.ts';
import { checkMails } from './leaks.ts';
import { checkPurchase, historyOf, isPaid } from './sale.ts';
import type { Found } from './sale.ts';

/** Something that must never be, and the names under which the diary tells how it came about. */
export type Violation = { readonly what: string; readonly about: readonly string[] };

/** What a buyer was told about a checkout, or that a lead is sold. */
export type Witness =
  | { readonly told: 'paid' | 'failed'; readonly ref: string; readonly email: string }
  | { readonly told: 'sold'; readonly leadId: string };

const groupBy = <Value>(values: readonly Value[], keyOf: (value: Value) => string): ReadonlyMap<string, Value[]> => {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
};

const checkLead = (
  lead: LeadEntry,
  purchases: readonly PurchaseEntry[],
  checkoutOf: (purchase: PurchaseEntry) => Checkout | undefined,
  found: Found,
): void => {
  const say = (what: string): void => found(`${what} (lead ${lead.id}, ${lead.standing})`, lead.id);
  const settled = purchases.filter(({ progress }) => progress === 'settled');
  const collected = purchases.filter((purchase) => historyOf(checkoutOf(purchase)).includes('collected'));
  if (collected.length > 1) say(`collected from ${collected.length} buyers`);
  if (settled.length > 1) say(`sold ${settled.length} times`);
  if ((lead.standing === 'sold') !== (settled.length === 1)) say(`settled with ${settled.length} buyers`);
  if (lead.standing === 'sold' && lead.purchaseId !== settled[0]?.id)
    say('sold to another purchase than the settled one');
  const wanted = purchases.filter(
    (purchase) => isPaid(checkoutOf(purchase)) && purchase.lossReason !== 'coupon-used-up',
  );
  if (wanted.length > 0 && lead.standing !== 'sold') say(`paid for by ${wanted.length} buyers, but not sold`);
};

const checkCoupons = ({ coupons, purchases }: Books, found: Found): void => {
  for (const { code, uses, maxUses } of coupons) {
    const settled = purchases.filter(
      ({ couponCode, progress }) => couponCode === code && progress === 'settled',
    ).length;
    if (uses !== settled) found(`coupon ${code} counts ${uses} uses, but ${settled} sales were made with it`, code);
    if (maxUses !== null && uses > maxUses) found(`coupon ${code} was used ${uses} times, of ${maxUses}`, code);
    const refused = purchases.some(
      ({ couponCode, lossReason }) => couponCode === code && lossReason === 'coupon-used-up',
    );
    if (refused && uses !== maxUses)
      found(`somebody lost for want of coupon ${code}, of which ${uses} of ${maxUses} are used`, code);
  }
};

/** What a buyer was told once is true for ever. */
const checkWitness = (
  witness: Witness,
  books: {
    readonly leads: ReadonlyMap<string, LeadEntry>;
    readonly purchaseOf: ReadonlyMap<string | null, PurchaseEntry>;
  },
  found: Found,
): void => {
  if (witness.told === 'sold') {
    const standing = books.leads.get(witness.leadId)?.standing;
    if (standing !== 'sold') found(`somebody was told that a lead is sold which is ${standing}`, witness.leadId);
    return;
  }
  const { told, ref, email } = witness;
  const progress = books.purchaseOf.get(ref)?.progress;
  if ((told === 'paid') !== (progress === 'settled'))
    found(`${email} was told "${told}", but the purchase is ${progress}`, ref, email);
};

/**
 * Compares the provider's books, the tables and the mail after everybody has left, all jobs are done and every hosted page has
 * closed. Answers all that does not fit. `extraMails`: so many mails may have come a second time, because a process died
 * between sending one and remembering it.
 */
export const violationsIn = (
  books: Books,
  witnesses: readonly Witness[],
  { extraMails = 0 }: { readonly extraMails?: number } = {},
): readonly Violation[] => {
  const violations: Violation[] = [];
  const found: Found = (what, ...about) =>
    violations.push({ what, about: about.filter((name) => name !== null && name !== undefined) });
  const leads = new Map(books.leads.map((lead) => [lead.id, lead]));
  const checkouts = new Map(books.checkouts.map((checkout) => [checkout.id, checkout]));
  const checkoutOf = ({ checkoutRef }: PurchaseEntry): Checkout | undefined => checkouts.get(checkoutRef ?? '');
  const mails = groupBy(books.mails, ({ id }) => id.replace(/^(?:lead|lost)-/, ''));
  const mailsOf = ({ id }: PurchaseEntry): readonly ReceivedMail[] => mails.get(id) ?? [];
  const purchases = groupBy(books.purchases, ({ leadId }) => leadId);
  const purchaseOf = new Map(books.purchases.map((purchase) => [purchase.checkoutRef, purchase]));

  for (const purchase of books.purchases)
    checkPurchase(
      purchase,
      { lead: leads.get(purchase.leadId), checkout: checkoutOf(purchase), mails: mailsOf(purchase) },
      found,
    );
  for (const lead of books.leads) checkLead(lead, purchases.get(lead.id) ?? [], checkoutOf, found);
  for (const checkout of books.checkouts) {
    if (checkout.state === 'authorised') found(`money is still held at ${checkout.id}`, checkout.id, checkout.email);
    if (isPaid(checkout) && !purchaseOf.has(checkout.id))
      found(`${checkout.id} was paid, but belongs to no purchase`, checkout.id, checkout.email);
  }
  checkCoupons(books, found);
  checkMails(books, mailsOf, { extraMails, found });
  for (const witness of witnesses) checkWitness(witness, { leads, purchaseOf }, found);
  for (const job of books.waiting) found(`a job was never done: ${job}`);
  return violations;
};
