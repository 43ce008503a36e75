import { Accounts } from './accounts.ts';
import { EmailsToWarn } from './emails-to-warn.ts';
import { KeptCounts } from './kept-counts.ts';
import { KnownPersons } from './known-persons.ts';
import { LapsedBuyers } from './lapsed-buyers.ts';
import { LateRefunds } from './late-refunds.ts';
import { LatestCounted } from './latest-counted.ts';
import { LeadNews } from './lead-news.ts';
import { LeadsAndPurchases } from './leads-and-purchases.ts';
import { MoreLosses } from './more-losses.ts';
import { OneApostrophe } from './one-apostrophe.ts';
import { Operations } from './operations.ts';
import { PlainLetters } from './plain-letters.ts';
import { PurchaseRules } from './purchase-rules.ts';
import { RateLimits } from './rate-limits.ts';
import { Retention } from './retention.ts';
import { SubscriptionsAndVault } from './subscriptions-and-vault.ts';
import { VaultEntries } from './vault-entries.ts';

/** Every migration, oldest first. Once shipped, neither its name nor its SQL may change: databases that have run it do not run it again. */
export const MIGRATIONS = [
  { name: '0001-leads-and-purchases', class: LeadsAndPurchases },
  { name: '0002-rate-limits', class: RateLimits },
  { name: '0003-accounts', class: Accounts },
  { name: '0004-subscriptions-and-vault', class: SubscriptionsAndVault },
  { name: '0005-operations', class: Operations },
  { name: '0006-retention', class: Retention },
  { name: '0007-kept-counts', class: KeptCounts },
  { name: '0008-vault-entries', class: VaultEntries },
  { name: '0009-lead-news', class: LeadNews },
  { name: '0010-purchase-rules', class: PurchaseRules },
  { name: '0011-one-apostrophe', class: OneApostrophe },
  { name: '0012-lapsed-buyers', class: LapsedBuyers },
  { name: '0013-more-losses', class: MoreLosses },
  { name: '0014-latest-counted', class: LatestCounted },
  { name: '0015-plain-letters', class: PlainLetters },
  { name: '0016-late-refunds', class: LateRefunds },
  { name: '0017-emails-to-warn', class: EmailsToWarn },
  { name: '0018-known-persons', class: KnownPersons },
];
