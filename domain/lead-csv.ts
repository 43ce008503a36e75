import { csvCell, uncounted } from './csv-cell.ts';
import type { VaultedLead } from './vault.ts';

/** No export holds more leads. */
export const LARGEST_EXPORT = 10_000;

/** What the export holds of a lead. */
export type CsvLead = Pick<
  VaultedLead,
  'firstName' | 'lastName' | 'email' | 'phone' | 'address1' | 'city' | 'description'
>;

const COLUMNS = ['Name', 'Email', 'Phone', 'Location', 'Notes'] as const;

/** By this mark spreadsheets recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const LINE_END = '\r\n';

const row = (cells: readonly string[]): string => cells.map((cell) => csvCell(uncounted(cell))).join(',') + LINE_END;

/** The byte order mark and the header line. */
export const CSV_START = BYTE_ORDER_MARK + row(COLUMNS);

/** One line of the export (RFC 4180): every cell quoted, quotes doubled. The location is the address, the city without one. */
export const csvRow = ({ firstName, lastName, email, phone, address1, city, description }: CsvLead): string =>
  row([`${firstName} ${lastName}`.trim(), email ?? '', phone ?? '', address1?.trim() ? address1 : city, description]);

/** `lead-vault-export-2026-11-21.csv`, by the user's local date: `month` counts from 1. */
export const csvFileName = ({
  year,
  month,
  day,
}: {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}): string =>
  `lead-vault-export-${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}.csv`;
