/** Bytes as they came over the wire, and the headers in lower case. */
export type RawNotification = {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string | undefined>>;
};

/** What a notification may be about. */
export type Subject =
  | { readonly kind: 'checkout'; readonly ref: string }
  | { readonly kind: 'subscription'; readonly ref: string };

/** An authenticated hint of what to read again; never something to believe. */
export type ProviderNotification = {
  /** Another one for each event, and the same one when that event is told again: what was seen in the last 30 days is not read again. */
  readonly id: string;
  readonly about: Subject | { readonly kind: 'nothing of ours' };
};

/** The notification is not the provider's, is too old, or cannot be read. */
export class NotificationRejected extends Error {
  override readonly name = 'NotificationRejected';
}
