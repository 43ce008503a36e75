/** The only fields that a log line may carry: none of them can hold a contact, an address, a token or a query string. */
export type LogFields = {
  readonly requestId?: string;
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly milliseconds?: number;
  readonly job?: string;
  readonly leadId?: string;
  readonly purchaseId?: string;
  readonly subscriptionId?: string;
  readonly userId?: string;
  readonly messageId?: string;
  /** The provider's reference of a payment or subscription: it allows nobody to pay, and is of use only at the provider. */
  readonly providerRef?: string;
  readonly outcome?: string;
  readonly count?: number;
  /** The name of a setting, never its value. */
  readonly setting?: string;
  /** The names of migrations. */
  readonly migrations?: string;
  readonly error?: Error;
};

/** Every event that is a warning or an error. An error needs a person, so docs/operating.md says what to do about each of them. */
export const TROUBLES = {
  error: [
    'checkout refused by the provider',
    'clock is wrong',
    'contact message refused by the mail server',
    'delivery refused by the mail server',
    'export broke off',
    'job keeps failing',
    'operation failed',
    'payment of a closed checkout',
    'payment of an unknown order',
    'payment without an address',
    'process fault',
    'refund came back',
    'stop failed',
    'stopped too late',
    'stopped with requests unanswered',
    'unexpected',
  ],
  warn: [
    'changes of leads are not heard',
    'checkout not opened',
    'database is of a later version',
    'dispute won',
    'everybody can read the mails',
    'input reached the store',
    'job failed',
    'job outcome not stored',
    'job outlived its lease',
    'letter refused by the mail server',
    'mail server not ready',
    'not reconciled',
    'notice refused by the mail server',
    'page of an unknown order',
    'payment of a closed checkout',
    'payment of an ended subscription is back',
    'payment of an ended subscription sent back',
    'payment provider is back',
    'payment provider left alone',
    'payment provider unavailable',
    'payments are in test mode',
    'purchase not settled yet',
    'queue error',
    'queue out of reach',
    'queue warning',
    'queue was ahead of the clock',
    'replica looked at',
    'setting has no effect',
    'store out of reach',
    'subscription not settled yet',
    'tries not counted',
  ],
} as const;

export type TroubleLevel = keyof typeof TROUBLES;

/** An event of that level: one that is missing in `TROUBLES` does not compile. */
export type Trouble<Level extends TroubleLevel = TroubleLevel> = (typeof TROUBLES)[Level][number];

/** Structured events. An event is a short constant phrase: `'lead delivered'`. */
export interface Log {
  readonly info: (event: string, fields?: LogFields) => void;
  readonly warn: (event: Trouble<'warn'>, fields?: LogFields) => void;
  readonly error: (event: Trouble<'error'>, fields?: LogFields) => void;
}
