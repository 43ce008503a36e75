import { figures } from '#domain/count.ts';
import type { Stats } from '#application/ports/ledger.ts';
import type { AuditEntry } from '#domain/audit.ts';
import { dollarsOf, priceText } from '#domain/money.ts';
import { done } from './answer.ts';
import type { OperatorAnswer } from './answer.ts';
import { isoTime, time } from './words.ts';

export const statsAnswer = (stats: Stats): OperatorAnswer => {
  const { leads, purchases, collected, subscriptions } = stats;
  const rowsOf = (what: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([state, count]) => [what, state, figures(count)]);
  return done({ leads, purchases, subscriptions, collected: dollarsOf(collected) }, [], {
    head: ['What', 'State', 'Count'],
    rows: [
      ...rowsOf('leads', leads),
      ...rowsOf('purchases', purchases),
      // Of settled purchases: the months of the vault are not in it.
      ['purchases', 'collected', priceText(collected)],
      ...rowsOf('subscriptions', subscriptions),
    ],
  });
};

const HASH = /^[0-9a-f]{64}$/;

/** A person's hash alone would make every line of the table twice as wide as a terminal. */
const subjectShown = (subject: string): string => (HASH.test(subject) ? `${subject.slice(0, 12)}…` : subject);

export const auditAnswer = (entries: readonly AuditEntry[]): OperatorAnswer =>
  entries.length === 0
    ? done({ entries: [] }, ['Nothing has been done yet.'])
    : done({ entries: entries.map((entry) => ({ ...entry, at: isoTime(entry.at), note: entry.note ?? null })) }, [], {
        head: ['When', 'Who', 'What', 'On', 'Note'],
        rows: entries.map(({ at, who, action, subject, note }) => [
          time(at),
          who,
          action,
          subjectShown(subject),
          note ?? '',
        ]),
      });
