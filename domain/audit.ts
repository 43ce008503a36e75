import { digitsTogether, holdsEmail } from './contact-text.ts';
import { cutText } from './cut-text.ts';
import type { Instant } from './instant.ts';
import { plainText } from './plain-text.ts';
import { normalized } from './normalized.ts';

/** Names in the audit for what no person has ordered. */
export const SCHEDULE = 'schedule';
export const PROVIDER = 'provider';

/** Why a lead is withdrawn that is on offer again after a restore, though somebody has paid for it. */
export const LOST_SALE = 'paid for by an order whose sale the database has lost';

/** What an operator, the schedule, the payment provider or a subscriber did, and to what: no contact data, only ids. */
export type AuditEntry = {
  readonly id: string;
  readonly at: Instant;
  /** The operator's name on their machine, `SCHEDULE`, `PROVIDER`, or the id of a subscriber who exports the vault. */
  readonly who: string;
  readonly action: AuditAction;
  /** The id of the object: a lead, purchase or batch, a coupon's code, a hashed person, or what was forgotten or exported. */
  readonly subject: string;
  /** A few words or figures, such as a reason: checked to hold no e-mail address and no phone number. */
  readonly note: string | undefined;
};

export type AuditAction =
  | 'import'
  | 'undo-import'
  | 'refresh'
  | 'withdraw'
  | 'erase'
  | 'coupon-create'
  | 'coupon-stop'
  | 'purchase-resend'
  | 'purchase-refund'
  | 'purchase-money-back'
  | 'reconcile'
  | 'forget'
  | 'export';

/** In characters. */
export const LONGEST_NOTE = 200;

/** A local number has seven digits. */
const PHONE = /\d{7}/;
const DATE = /\b\d{4}-\d{2}-\d{2}\b/g;

/** In a note even a part of an address may identify a person. */
const ABOUT_EMAIL = /[^\s@]@[^\s@]/;

const mayHoldContact = (text: string): boolean =>
  ABOUT_EMAIL.test(text) || holdsEmail(text) || PHONE.test(digitsTogether(text.replaceAll(DATE, '')));

/** A note in one line, cut to its longest; `undefined` if it may hold an e-mail address or a phone number. */
export const auditNote = (text: string): string | undefined => {
  const note = normalized(text, 'NFKC')
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return mayHoldContact(plainText(note)) ? undefined : cutText(note, LONGEST_NOTE);
};

/** Where a refresh moves leads to. */
const MOVES = ['vaulted', 'expired', 'erased'] as const;
export type Move = (typeof MOVES)[number];

/** How a refresh notes what it has moved in one transaction: where to, and how many leads. */
export const movedNote = (move: Move, count: number): string => `${move} ${count}`;

/** The pattern of what `movedNote` writes, for this code and for the database. */
export const MOVED_NOTE = `^(${MOVES.join('|')}) [0-9]+$`;

const MOVED = new RegExp(MOVED_NOTE);

/** What a refresh has noted there that it moved. */
const movedBy = ({ action, note = '' }: AuditEntry): { readonly move: Move; readonly count: number } | undefined => {
  if (action !== 'refresh' || !MOVED.test(note)) return undefined;
  const [word, count] = note.split(' ');
  const move = MOVES.find((one) => one === word);
  return move && { move, count: Number(count) };
};

const groupOf = (entry: AuditEntry): string => {
  const moved = movedBy(entry);
  return moved === undefined ? entry.id : JSON.stringify([entry.who, entry.subject, moved.move]);
};

/**
 * The audit as it is shown, newest first: the moves of a week to one place by the same `who` are one entry, dated as the last of them.
 * Each transaction of a refresh writes an entry of its own, a thousand for a large shop's Monday.
 */
export const joinMoves = (entries: readonly AuditEntry[]): readonly AuditEntry[] =>
  [...Map.groupBy(entries, groupOf).values()].flatMap((alike) => {
    const [newest] = alike;
    const moved = newest && movedBy(newest);
    if (newest === undefined || moved === undefined) return alike;
    const count = alike.reduce((sum, entry) => sum + (movedBy(entry)?.count ?? 0), 0);
    return { ...newest, note: movedNote(moved.move, count) };
  });
