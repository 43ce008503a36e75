import type { Atomically } from '#application/ports/atomically.ts';
import type { Clock, Pause, Stopwatch } from '#application/ports/clock.ts';
import type { Ledger } from '#application/ports/ledger.ts';
import type { Limiter } from '#application/ports/limiter.ts';
import type { Log } from '#application/ports/log.ts';
import type { Mailer } from '#application/ports/mailer.ts';
import type { Marketplace } from '#application/ports/marketplace.ts';
import type { Passwords } from '#application/ports/passwords.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { Secrets } from '#application/ports/secrets.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';
import type { Users } from '#application/ports/users.ts';
import type { Vault } from '#application/ports/vault.ts';

/** What an operator may decide about the business. */
export type BusinessSettings = {
  /** For how many weekly cycles a lead is offered. */
  readonly shelfCycles: number;
  /** How long after its time in the vault, or after it was withdrawn, a lead keeps its contact, in milliseconds. */
  readonly eraseAfter: number;
  /** How long messages of the contact form are kept, in milliseconds. */
  readonly messagesKept: number;
  readonly termsRequired: boolean;
  /** How long access outlasts a renewal that was not paid, in milliseconds. */
  readonly renewalGrace: number;
  readonly concealAccounts: boolean;
  /** Receives the messages of the contact form, and the answers to letters. */
  readonly contactTo: string;
  /** The shop's URL in mails, without a slash at its end. */
  readonly shopUrl: string;
};

/** Everything that the use-cases need: their ports, and the settings of the business. */
export type Outside = BusinessSettings & {
  readonly atomically: Atomically;
  readonly marketplace: Marketplace;
  readonly vault: Vault;
  readonly ledger: Ledger;
  readonly users: Users;
  readonly payments: PaymentProvider & SubscriptionProvider;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly pause: Pause;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly limiter: Limiter;
  readonly passwords: Passwords;
};
