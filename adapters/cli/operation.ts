import * as v from 'valibot';

import { LARGEST_AMOUNT } from '#domain/money.ts';
import type { PurchaseProgress } from '#domain/purchase.ts';
import { LONGEST, MOST_ROWS } from './limits.ts';

/** What an operator asks for, as it goes from the command to whoever has the database open. */

const text = (longest: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(longest));
const id = text(LONGEST.id);
const words = text(LONGEST.words);
const column = text(LONGEST.column);
const path = text(LONGEST.path);
const instant = v.pipe(v.number(), v.safeInteger());
const cents = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LARGEST_AMOUNT));
const limit = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_ROWS));

const STATES = {
  open: true,
  won: true,
  settled: true,
  lost: true,
  abandoned: true,
  lapsed: true,
  refunding: true,
  refunded: true,
} as const satisfies Readonly<Record<PurchaseProgress['state'], true>>;

export const PURCHASE_STATES = Object.keys(STATES) as readonly PurchaseProgress['state'][];

const discount = v.variant('kind', [
  v.strictObject({ kind: v.literal('percent'), basisPoints: v.pipe(v.number(), v.integer()) }),
  v.strictObject({ kind: v.literal('amount'), cents }),
]);

export const Operation = v.variant('command', [
  v.strictObject({
    command: v.literal('import'),
    /** Both paths are absolute: whoever reads them works in another folder. */
    file: path,
    commit: v.boolean(),
    listNow: v.boolean(),
    /** A column's header in the file → our name for it. */
    mapping: v.record(column, column),
    encoding: v.optional(text(LONGEST.encoding)),
    rejects: v.optional(path),
  }),
  v.strictObject({ command: v.literal('undo-import'), batchId: id }),
  v.strictObject({ command: v.literal('refresh'), at: v.optional(instant) }),
  v.strictObject({ command: v.literal('withdraw'), leadId: id, note: v.optional(words) }),
  v.strictObject({ command: v.literal('erase'), text: text(LONGEST.person) }),
  v.strictObject({
    command: v.literal('coupon create'),
    code: id,
    discount,
    startsAt: v.optional(instant),
    endsAt: v.optional(instant),
    maxUses: v.optional(v.pipe(v.number(), v.safeInteger())),
    smallestPrice: v.optional(cents),
  }),
  v.strictObject({ command: v.literal('coupon list') }),
  v.strictObject({ command: v.literal('coupon stop'), code: id }),
  v.strictObject({
    command: v.literal('purchases list'),
    state: v.optional(v.picklist(PURCHASE_STATES)),
    /** An e-mail address in its normal form. */
    buyer: v.optional(text(LONGEST.person)),
    until: v.optional(instant),
    limit,
  }),
  v.strictObject({ command: v.literal('purchases show'), sale: id }),
  v.strictObject({
    command: v.literal('purchases resend'),
    sale: id,
    /** An e-mail address in its normal form. */
    to: v.optional(text(LONGEST.person)),
  }),
  v.strictObject({ command: v.literal('purchases refund'), sale: id, reason: words }),
  v.strictObject({ command: v.literal('accounts show'), account: text(LONGEST.person) }),
  v.strictObject({ command: v.literal('reconcile') }),
  v.strictObject({ command: v.literal('stats') }),
  v.strictObject({ command: v.literal('audit'), limit }),
  v.strictObject({ command: v.literal('spam'), limit }),
]);

export type Operation = v.InferOutput<typeof Operation>;

export type OperationOf<Command extends Operation['command']> = Extract<Operation, { readonly command: Command }>;
