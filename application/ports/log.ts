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
  /** What the provider calls a payment or a subscription: with it nobody can pay, or look at anything but there. */
  readonly providerRef?: string;
  readonly outcome?: string;
  readonly count?: number;
  /** The name of one, never its value. */
  readonly setting?: string;
  readonly error?: Error;
};

/** Structured events. An event is a short constant phrase: `'lead delivered'`. */
export interface Log {
  readonly info: (event: string, fields?: LogFields) => void;
  readonly warn: (event: string, fields?: LogFields) => void;
  readonly error: (event: string, fields?: LogFields) => void;
}
