import { DAY } from '#domain/instant.ts';

export const API_KEY = 're_canary_key';

type Request = { readonly method: string; readonly url: string; readonly body: string; readonly headers: Headers };
type Answer = { readonly status: number; readonly text: string; readonly headers?: Readonly<Record<string, string>> };

/** A mail as Resend has taken it. */
export type Taken = {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly key: string;
};

/** What goes wrong with one request: an answer instead of work, or one that is lost, or never comes or ends, after the work. */
export type Trouble = Answer | 'drops the answer' | 'never answers' | 'never ends its answer' | 'hangs up at once';

const json = (status: number, value: object): Answer => ({ status, text: JSON.stringify(value) });

/** An error as Resend words it. What it quotes is nobody's business. */
export const failing = (statusCode: number, name: string, message = 'canary-jane@example.com is known'): Answer => ({
  ...json(statusCode, { statusCode, name, message }),
  ...(statusCode === 429 && { headers: { 'retry-after': '1' } }),
});

const ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/;
const SENDER = /^(?:(?:"(?:[^"\\]|\\.)*"|[^<>"]+) <([^<>]+)>|([^<>]+))$/;
const FIELDS = ['from', 'to', 'subject', 'text', 'html', 'reply_to', 'headers'];

const isText = (value: unknown): value is string => typeof value === 'string';

const complaint = (fields: Readonly<Record<string, unknown>>): Answer | undefined => {
  const { from, to, subject, reply_to: replyTo, headers, text, html } = fields;
  const invalid = (field: string) => failing(422, 'validation_error', `Invalid \`${field}\` field. canary-jane`);
  const missing = ['from', 'to', 'subject'].find((name) => fields[name] === undefined);
  if (missing !== undefined) return failing(422, 'missing_required_field', `Missing \`${missing}\` field.`);
  const sender = SENDER.exec(isText(from) ? from : '');
  if (!ADDRESS.test(sender?.[1] ?? sender?.[2] ?? '')) return invalid('from');
  const receivers: readonly unknown[] = Array.isArray(to) ? to : [to];
  if (receivers.length > 50 || !receivers.every((one) => isText(one) && ADDRESS.test(one))) return invalid('to');
  if (replyTo !== undefined && !(isText(replyTo) && ADDRESS.test(replyTo))) return invalid('reply_to');
  if (!isText(subject) || /[\r\n]/.test(subject)) return invalid('subject');
  if (!isText(text) && !isText(html)) return failing(422, 'missing_required_field', 'Missing `html` or `text` field.');
  if (Object.values(headers ?? {}).some((value) => !isText(value) || /[\r\n]/.test(value))) return invalid('headers');
  const unknown = Object.keys(fields).find((name) => !FIELDS.includes(name));
  return unknown === undefined ? undefined : invalid(unknown);
};

/** A Resend in memory with its own outbox, its own clock, idempotency keys as Resend keeps them, and its bad days. */
export const resendDouble = (clock: () => number = Date.now) => {
  const outbox: Taken[] = [];
  const kept = new Map<string, { readonly body: string; readonly until: number; readonly answer: Answer }>();
  const troubles: Trouble[] = [];
  const asked: Request[] = [];

  const answerOnce = ({ method, url, body, headers }: Request): Answer => {
    if (headers.get('user-agent') === null) return { status: 403, text: 'error code: 1010' };
    const [, bearer] = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '') ?? [];
    if (bearer === undefined) return failing(401, 'missing_api_key');
    if (bearer !== API_KEY) return failing(403, 'invalid_api_key');
    if (!new URL(url).pathname.endsWith('/emails')) return failing(404, 'not_found');
    if (method !== 'POST') return failing(405, 'method_not_allowed');
    if (!headers.get('content-type')?.startsWith('application/json')) return failing(400, 'validation_error');
    const key = headers.get('idempotency-key') ?? '';
    if (key === '' || key.length > 256) return failing(400, 'invalid_idempotency_key');
    const before = kept.get(key);
    if (before !== undefined && before.until > clock())
      return before.body === body ? before.answer : failing(409, 'invalid_idempotent_request');
    const fields = JSON.parse(body) as Record<string, unknown>;
    const wrong = complaint(fields);
    if (wrong !== undefined) return wrong;
    const id = `49a3999c-0ce1-4ea6-ab68-${String(outbox.length).padStart(12, '0')}`;
    outbox.push({ id, fields, key });
    const answer = json(200, { id });
    kept.set(key, { body, until: clock() + DAY, answer });
    return answer;
  };

  return {
    outbox,
    asked,
    /** The next request goes wrong, and the one after it by the next of these. */
    trouble: (...more: readonly Trouble[]): void => void troubles.push(...more),
    answer: (request: Request): Answer | Exclude<Trouble, Answer> => {
      asked.push(request);
      const trouble = troubles.shift();
      if (trouble === 'hangs up at once' || (trouble !== undefined && typeof trouble !== 'string')) return trouble;
      const answer = answerOnce(request);
      return trouble ?? answer;
    },
  };
};

export type ResendDouble = ReturnType<typeof resendDouble>;
