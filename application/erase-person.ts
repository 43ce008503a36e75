import { forgetOtherEmail, isVerified } from '#domain/account.ts';
import { emailForms } from '#domain/email.ts';
import { personKeyTextsOf } from '#domain/person.ts';
import { cameToNothingAt, forgetBuyer } from '#domain/purchase-memory.ts';
import { forgetInLeads } from './leads-of-person.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = { readonly atomically: Atomically; readonly clock: Clock; readonly secrets: Pick<Secrets, 'id' | 'hash'> };

export type ErasePersonRequest = {
  /** An e-mail address or a phone number. */
  readonly text: string;
  /** The operator. */
  readonly who: string;
};

export type EraseOutcome =
  | {
      readonly is: 'erased';
      /** Leads that no longer say who the person is. */
      readonly erased: number;
      /** Those of them that were still on offer or in the vault: they are withdrawn too. */
      readonly withdrawn: number;
      /** Sold leads whose contact is on its way to the buyer: left as they are until it has reached them, or until a refund. */
      readonly inDelivery: number;
      /** The numbers of sales whose contact the mail server has refused for good: left as they are until they are refunded. */
      readonly undeliverable: readonly string[];
      /** Messages of the contact form from that address: taken away. */
      readonly messages: number;
      /**
       * Purchases of a buyer with that address whose money was moved: the books need the address, and it stays. It is removed from all
       * others.
       */
      readonly purchases: number;
      /** Accounts of that address that were never verified: removed. */
      readonly accounts: number;
      /** Whether a verified account has that address. It belongs to the owner, who signs in with it, and stays. */
      readonly hasAccount: boolean;
    }
  | { readonly is: 'neither-email-nor-phone' };

/** Removes the address as a buyer's; answers in how many purchases it stays. */
const forgetAsBuyer = async (email: string, { purchases }: Repositories): Promise<number> => {
  const found = await purchases.findOfBuyer(email);
  const idle = found.filter((purchase) => cameToNothingAt(purchase) !== undefined);
  for (const purchase of idle) await purchases.save(forgetBuyer(purchase));
  return found.length - idle.length;
};

/** Removes the address from accounts that wait for it, or had it before. */
const forgetOtherEmails = async (email: string, { accounts }: Repositories): Promise<void> => {
  for (const account of await accounts.findByOtherEmail(email)) {
    const without = forgetOtherEmail(account, email);
    if (without !== undefined) await accounts.save(without);
  }
};

/** What becomes of the account with an address. */
type AccountFate = 'none' | 'removed' | 'stays';

/** Removes an unverified account: anybody may have typed the address. A verified one stays. */
const forgetUnverified = async (email: string, { accounts, tokens }: Repositories): Promise<AccountFate> => {
  const found = await accounts.findByEmail(email);
  if (found === undefined) return 'none';
  if (isVerified(found)) return 'stays';
  // Its owner may be opening the link right now, or have opened it a moment ago.
  const account = await accounts.findForUpdate(found.id);
  if (account === undefined) return 'none';
  if (isVerified(account)) return 'stays';
  await tokens.removeOfAccount(account.id);
  await accounts.remove(account.id);
  return 'removed';
};

/**
 * Forgets a person, known by e-mail address or phone number: their leads are withdrawn unless they are sold, and lose contact,
 * description and consent. Removed as well are their messages of the contact form, their data on purchases that came to nothing, an
 * unverified account, the address where an account waits for it or had it before, and the links that were sent there. The hashed keys
 * stay, by which an import recognizes the person, for as long as it recognizes anybody. The audit knows only the hash.
 */
export const erasePerson =
  ({ atomically, clock, secrets }: Needs) =>
  async ({ text, who }: ErasePersonRequest): Promise<EraseOutcome> => {
    const keys = personKeyTextsOf(text).map(secrets.hash);
    const [subject] = keys;
    if (subject === undefined) return { is: 'neither-email-nor-phone' };
    return atomically(async (repositories): Promise<EraseOutcome> => {
      const { contactMessages, tokens, audit } = repositories;
      const { erased, withdrawn, kept } = await forgetInLeads(keys, repositories, clock());
      let [messages, purchases, accounts, hasAccount] = [0, 0, 0, false];
      for (const email of emailForms(text)) {
        messages += await contactMessages.removeFrom(email);
        purchases += await forgetAsBuyer(email, repositories);
        await forgetOtherEmails(email, repositories);
        const fate = await forgetUnverified(email, repositories);
        if (fate === 'removed') accounts += 1;
        if (fate === 'stays') hasAccount = true;
        // After the account, as whoever opens a link locks them.
        await tokens.removeSentTo(email);
      }
      const { undeliverable } = kept;
      const inDelivery = kept.inDelivery.length;
      const left = `in delivery ${inDelivery}, undeliverable ${undeliverable.length}`;
      const note = `erased ${erased}, withdrawn ${withdrawn}, ${left}, messages ${messages}, accounts ${accounts}`;
      await audit.add({ id: secrets.id(), at: clock(), who, action: 'erase', subject, note });
      return { is: 'erased', erased, withdrawn, inDelivery, undeliverable, messages, purchases, accounts, hasAccount };
    });
  };
