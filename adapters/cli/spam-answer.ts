import type { ContactMessage } from '#domain/contact-message.ts';
import { done } from './answer.ts';
import type { OperatorAnswer } from './answer.ts';
import { isoTime, time } from './words.ts';

const linesOf = ({ receivedAt, name, email, subject, text }: ContactMessage): readonly string[] => [
  `${time(receivedAt)}, ${name} <${email}>: ${subject}`,
  ...text.split('\n').map((line) => `  ${line.trimEnd()}`),
  '',
];

/** Whole messages: a person's password manager may have filled the field by which they count as spam. */
export const spamAnswer = (found: readonly ContactMessage[], limit: number): OperatorAnswer => {
  const shown = found.slice(0, limit);
  const messages = shown.map(({ id, receivedAt, name, email, subject, text }) => ({
    id,
    receivedAt: isoTime(receivedAt),
    name,
    email,
    subject,
    text,
  }));
  const hasMore = found.length > limit;
  const json = { messages, hasMore };
  if (shown.length === 0) return done(json, ['There is no spam.']);
  return done(json, [...shown.flatMap(linesOf), ...(hasMore ? ['There are older ones: raise --limit.'] : [])]);
};
