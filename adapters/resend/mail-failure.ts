import { MailInDoubt, MailRefused, MailerUnavailable, UNREACHED } from '#application/ports/mailer.ts';

/** What came back: the status, and the body as it was read. */
export type ProviderResponse = { readonly status: number; readonly body: string };

/** The kinds of errors that Resend names in its answers. Any other word of an answer may name anybody. */
const KINDS: readonly string[] = [
  'validation_error',
  'missing_required_field',
  'invalid_parameter',
  'invalid_from_address',
  'invalid_to_address',
  'invalid_attachment',
  'invalid_access',
  'invalid_region',
  'missing_api_key',
  'invalid_api_key',
  'restricted_api_key',
  'suspended_api_key',
  'not_found',
  'method_not_allowed',
  'invalid_idempotency_key',
  'invalid_idempotent_request',
  'concurrent_idempotent_requests',
  'rate_limit_exceeded',
  'daily_quota_exceeded',
  'monthly_quota_exceeded',
  'security_error',
  'application_error',
  'internal_server_error',
];

const fieldsOf = (body: string): Readonly<Record<string, unknown>> => {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null ? { ...json } : {};
  } catch {
    return {};
  }
};

const inBrackets = (words: readonly (string | number | undefined)[]): string =>
  ` (${words.filter((word) => word !== undefined).join(', ')})`;

/** The fields that are another letter's each time. What else a request holds is ours, and the next one would fare alike. */
const FIELDS_OF_THE_LETTER: readonly string[] = ['to', 'reply_to', 'subject', 'text', 'html'];

/** The field that an error speaks of: Resend names it first, as in "Invalid `to` field." */
const fieldIn = (message: unknown): string =>
  (typeof message === 'string' ? /`(\w+)`/.exec(message)?.[1] : undefined) ?? '';

/**
 * Whether an answer is about this very letter: it is too large, or one of its own fields is wrong. All else is about us (key, domain,
 * quota), or may be: an operator can mend it, and a letter that waits is not lost.
 */
const isAboutTheLetter = (status: number, kind: string | undefined, message: unknown): boolean =>
  status === 413 ||
  ([400, 422].includes(status) && kind === 'validation_error' && FIELDS_OF_THE_LETTER.includes(fieldIn(message)));

/** Statuses that say that nothing was done. A 5xx of another kind may come from a proxy, behind which the mail was taken. */
const NOT_NOW: readonly number[] = [429, 503];

/** Whether Resend has taken the mail: it then says under which id. A page of a proxy in between says nothing of the kind. */
export const isTaken = ({ status, body }: ProviderResponse): boolean =>
  status >= 200 && status < 300 && typeof fieldsOf(body)['id'] === 'string';

/** Says in our words why an answer is none that the mail was taken: refused for good only if it speaks of this very letter. */
export const mailFailure = ({ status, body }: ProviderResponse): MailRefused | MailerUnavailable => {
  const { name, message } = fieldsOf(body);
  const kind = KINDS.find((known) => known === name);
  const words = inBrackets([status, kind]);
  if (isAboutTheLetter(status, kind, message)) return new MailRefused(`the mail service refused the mail${words}`);
  // Under this key something is or was on its way: perhaps this mail.
  const isInDoubt = status < 300 || status === 409 || (status >= 500 && !NOT_NOW.includes(status));
  return isInDoubt
    ? new MailInDoubt(`the mail service did not say that it took the mail${words}`)
    : new MailerUnavailable(`the mail service takes no mail now${words}`);
};

const codeOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,39}$/.test(code) ? code : undefined;
};

/** `fetch` gives up a connection by a code of its own. */
const isUnreached = (code: string | undefined): boolean => UNREACHED.has(code) || code === 'UND_ERR_CONNECT_TIMEOUT';

/** Says in our words why no answer came. `fetch` hides the fault of the network in the cause of its own. */
export const unanswered = (error: unknown): MailerUnavailable => {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  const code = isLate ? 'ETIMEDOUT' : codeOf(error instanceof Error ? error.cause : undefined);
  const words = code === undefined ? '' : inBrackets([code]);
  return isUnreached(code)
    ? new MailerUnavailable(`the mail service cannot be reached${words}`)
    : new MailInDoubt(`the mail service fell silent${words}`);
};
