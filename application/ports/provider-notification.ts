/** The bytes as they were received, and the headers in lower case. */
export type RawNotification = {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string | undefined>>;
};

/** The object of a notification. */
export type Subject =
  | { readonly kind: 'checkout'; readonly ref: string }
  | { readonly kind: 'subscription'; readonly ref: string };

/** An authenticated hint of what to read again; never a source of facts. */
export type ProviderNotification = {
  /**
   * Unique for each event, and the same when that event is sent again: an id that was seen in the last 30 days is not read again.
   * 1 to 255 printable ASCII characters.
   */
  readonly id: string;
  readonly about: Subject | { readonly kind: 'nothing of ours' };
};

/** The notification is not the provider's, is too old, or cannot be read. The message says which, and holds nothing of it: it is logged. */
export class NotificationRejected extends Error {
  override readonly name = 'NotificationRejected';
}
