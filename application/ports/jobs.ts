/**
 * Work that follows from a stored fact. Jobs carry ids only: what they need is read when they run. Their names are stored, so one
 * stays what it is: `tell-loser` by now also writes to buyers whose money was refunded.
 */
export type Job =
  | { readonly name: 'settle-purchase'; readonly purchaseId: string }
  | { readonly name: 'settle-checkout'; readonly checkoutRef: string }
  | { readonly name: 'close-checkouts'; readonly leadId: string }
  | { readonly name: 'deliver-lead'; readonly purchaseId: string }
  | { readonly name: 'tell-loser'; readonly purchaseId: string }
  | { readonly name: 'sweep-purchases' }
  | { readonly name: 'settle-subscription'; readonly subscriptionId: string }
  | { readonly name: 'follow-subscription'; readonly subscriptionRef: string }
  | { readonly name: 'sweep-subscriptions' }
  | { readonly name: 'refresh-week' }
  | { readonly name: 'forget-old' }
  | {
      readonly name: 'write-to-account';
      readonly accountId: string;
      readonly about: AccountLetter;
      /** One per letter, however often it is tried. */
      readonly letterId: string;
      /** Which of the addresses that the account has wanted the letter is for, where that counts: a mark of that address. */
      readonly wanted?: string;
      /** Which of the addresses that the account has had the letter is for, where that counts: a mark of that address. */
      readonly had?: string;
    }
  | { readonly name: 'forward-message'; readonly messageId: string };

/** The letters to the owner of an account. */
export type AccountLetter =
  | 'verify-email'
  | 'reset-password'
  | 'password-changed'
  | 'change-email'
  | 'email-changing'
  | 'account-exists'
  | SubscriptionLetter;

/** The letters about the subscription. */
export type SubscriptionLetter =
  | 'subscription-begun'
  | 'subscription-resumed'
  | 'subscription-ending'
  | 'subscription-kept'
  | 'renewal-failed'
  | 'second-payment-returned'
  | 'late-payment-returned';

export type JobName = Job['name'];

/**
 * A job that only a later version knows, as during a deployment. A process of this version must not count it as done: it is tried again
 * until a process that knows it takes it. Only a scheduled job, which comes again, is dropped.
 */
export class UnknownJob extends Error {
  override readonly name = 'UnknownJob';
}

/**
 * Runs the queued jobs: each at least once, also after a crash; a handler that throws is tried again, later and later
 * (at most an hour apart), for weeks. Jobs are added by `Repositories.jobs`, inside the transaction that causes them.
 */
export interface Jobs {
  /**
   * Begins to hand jobs to `handle`, several at a time, with the number of earlier tries. The queue logs and retries errors of
   * `handle`.
   */
  readonly work: (handle: (job: Job, tries: number) => Promise<void>) => Promise<void>;
  /** Adds `job` at every tick of a five-field cron line in UTC, once however many processes run. */
  readonly repeat: (job: Job, cron: string) => Promise<void>;
  /** Lets running jobs end and takes no new ones. */
  readonly stop: () => Promise<void>;
}
