import * as v from 'valibot';

import { VaultedLeadBody } from '#adapters/http/vault-contract.ts';
import { CSV_START, csvFileName, csvRow } from '#domain/lead-csv.ts';

import type { VaultFilter } from './vault-address.ts';
import { exportedLeads } from './vault-api.ts';

/** How long rows are written before the page may breathe, in milliseconds. */
const SLICE = 16;

/** How long the browser may take to fetch the file from memory, in milliseconds. */
const FETCHED_BY_THEN = 60_000;

const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const rowsOf = (answer: unknown): readonly unknown[] | undefined => {
  const envelope = v.safeParse(v.object({ status: v.literal('success'), data: v.unknown() }), answer);
  return envelope.success && Array.isArray(envelope.output.data) ? envelope.output.data : undefined;
};

const line = (row: unknown): string | undefined => {
  const lead = v.safeParse(VaultedLeadBody, row);
  if (!lead.success) return undefined;
  const { email, phoneNumber, address1, ...others } = lead.output;
  return csvRow({
    ...others,
    email: email ?? undefined,
    phone: phoneNumber ?? undefined,
    address1: address1 ?? undefined,
  });
};

/** The text of the file in parts, made a slice at a time so that the page never stops for long; `undefined` for rows of another shape. */
const written = async (rows: readonly unknown[]): Promise<readonly string[] | undefined> => {
  const parts = [CSV_START];
  let began = performance.now();
  for (const row of rows) {
    const text = line(row);
    if (text === undefined) return undefined;
    parts.push(text);
    if (performance.now() - began < SLICE) continue;
    await breath();
    began = performance.now();
  }
  return parts;
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

/** Fetches every lead that the filter finds and has the browser save them as CSV. Answers their number; nothing is saved for 0. */
export const saveVault = async (filter: VaultFilter): Promise<number | 'unexpected'> => {
  const rows = rowsOf(await exportedLeads(filter));
  if (rows === undefined) return 'unexpected';
  if (rows.length === 0) return 0;
  const parts = await written(rows);
  if (parts === undefined) return 'unexpected';
  save(new Blob([...parts], { type: 'text/csv;charset=utf-8' }), csvFileName(today()));
  return rows.length;
};
