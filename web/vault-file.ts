import * as v from 'valibot';

import { CSV_START, csvFileName, csvRow } from '#domain/lead-csv.ts';

import { exportedText } from './export-api.ts';
import { UnexpectedAnswer, exportedRows } from './exported-rows.ts';
import type { VaultFilter } from './vault-address.ts';
import { VaultedLeadReading } from './vault-lead.ts';

/** How long rows are written in one go, in milliseconds, before the page may react. */
const SLICE = 16;

/** In characters: what is given to the browser at a time. All of it at the end would take too long. */
const PART = 1_000_000;

/** How often a new count is shown, in milliseconds: nobody reads faster. */
const GLANCE = 100;

/** How long the browser may take to fetch the file from memory, in milliseconds. */
const FETCHED_BY_THEN = 60_000;

/** Yields to the event loop. A timer would wait for seconds in a tab in the background. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });

const line = (row: unknown): string => {
  const lead = v.safeParse(VaultedLeadReading, row);
  if (!lead.success) throw new UnexpectedAnswer();
  const { email, phoneNumber, address1, ...others } = lead.output;
  return csvRow({
    ...others,
    email: email ?? undefined,
    phone: phoneNumber ?? undefined,
    address1: address1 ?? undefined,
  });
};

const today = () => {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
};

const save = (file: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), FETCHED_BY_THEN);
};

/** How the caller of an export follows and stops it. */
export type Course = {
  /** Aborts the export: nothing is saved. */
  readonly signal: AbortSignal;
  /** Called several times a second with the number of leads so far. */
  readonly onProgress: (count: number) => void;
};

/**
 * Has the browser save every lead that the filter finds as CSV, written while they come, in slices, so that the page never stops for
 * long. Answers their number; nothing is saved for 0, nor when anything goes wrong. Throws the signal's reason, `ApiFailure`, or
 * `UnexpectedAnswer` when the answer has another shape or ends too early.
 */
export const saveVault = async (filter: VaultFilter, { signal, onProgress }: Course): Promise<number> => {
  const parts: Blob[] = [];
  let text = CSV_START;
  let count = 0;
  let began = performance.now();
  let shown = began;
  for await (const rows of exportedRows(exportedText(filter, signal))) {
    text += rows.map(line).join('');
    count += rows.length;
    const now = performance.now();
    if (text.length > PART) {
      parts.push(new Blob([text]));
      text = '';
    }
    if (now - shown >= GLANCE) {
      onProgress(count);
      shown = now;
    }
    if (now - began < SLICE) continue;
    await nextTask();
    began = performance.now();
  }
  signal.throwIfAborted();
  if (count > 0) save(new Blob([...parts, text], { type: 'text/csv;charset=utf-8' }), csvFileName(today()));
  return count;
};
