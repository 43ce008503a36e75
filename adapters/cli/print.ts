import { styleText } from 'node:util';

import type { OperatorAnswer, Table } from './answer.ts';

/** A column of figures is read from the right. */
const isFigures = (cells: readonly string[]): boolean =>
  cells.some((cell) => /\d/.test(cell)) && cells.every((cell) => /^(–|[$\d.,% ]+( of [\d,]+)?)$/.test(cell));

// Texts of others must not steer the terminal, nor hide what comes after them.
const visible = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·');

const tableText = ({ head, rows }: Table, hasColor: boolean): string[] => {
  const cells = rows.map((row) => head.map((_, column) => visible(row[column] ?? '')));
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const alignsRight = head.map((_, column) => isFigures(cells.map((row) => row[column] ?? '')));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return alignsRight[column] === true ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const title = line(head);
  return [hasColor ? styleText('bold', title, { validateStream: false }) : title, ...cells.map(line)];
};

/** What a person reads. */
export const answerText = ({ lines, table }: OperatorAnswer, { hasColor }: { readonly hasColor: boolean }): string =>
  [...(table === undefined ? [] : tableText(table, hasColor)), ...lines.map(visible)]
    .map((line) => `${line}\n`)
    .join('');

/** What a script reads: one JSON document. */
export const answerJson = ({ json }: OperatorAnswer): string => `${JSON.stringify(json, undefined, 2)}\n`;
