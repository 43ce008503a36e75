import { StoreBusy, StoreRefused, StoreUnavailable, UnstorableInput } from '#application/ports/atomically.ts';
import { UnknownJob } from '#application/ports/jobs.ts';
import { MailRefused, MailerUnavailable } from '#application/ports/mailer.ts';
import { ProviderRefused, ProviderUnavailable, UnknownCheckout } from '#application/ports/payment-provider.ts';
import { NotificationRejected } from '#application/ports/provider-notification.ts';

/** What may be told of an error (C44): a foreign message can hold a contact, an address or the values of a statement. */
export type LoggedError = {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  readonly stack?: readonly string[];
  readonly cause?: LoggedError;
};

/** The errors whose messages we write ourselves. */
const OURS = [
  StoreBusy,
  StoreRefused,
  StoreUnavailable,
  UnstorableInput,
  MailRefused,
  MailerUnavailable,
  NotificationRejected,
  ProviderRefused,
  ProviderUnavailable,
  UnknownCheckout,
  UnknownJob,
] as const;

const DEEPEST_CAUSE = 3;

const FRAME = /^ {4}at (?:[\w$.<>[\]# ]+ \()?(?:async )?(?:file:\/\/|node:|\/|[A-Z]:\\)[^()@]*:\d+:\d+\)?$/;

const word = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && /^[\w-]{1,60}$/.test(String(value))
    ? String(value)
    : undefined;

// The message stands before the frames, perhaps over lines that look like frames.
const framesOf = ({ stack, message }: Error): readonly string[] => {
  if (typeof stack !== 'string') return [];
  const end = message === '' ? 0 : stack.indexOf(message) + message.length;
  return stack
    .slice(end)
    .split('\n')
    .filter((line) => FRAME.test(line))
    .map((line) => line.trim());
};

/** Name, code and frames; the message only of an error of our own; the causes alike. */
export const loggedError = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = word('code' in error ? error.code : undefined);
  const stack = framesOf(error);
  return {
    name: word(error.name) ?? 'Error',
    ...(code !== undefined && { code }),
    ...(OURS.some((kind) => error instanceof kind) && { message: error.message }),
    ...(stack.length > 0 && { stack }),
    ...(error.cause !== undefined && depth < DEEPEST_CAUSE && { cause: loggedError(error.cause, depth + 1) }),
  };
};
