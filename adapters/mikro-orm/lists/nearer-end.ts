import type { PageRequest } from '#domain/pages.ts';
import type { Prepared } from '#adapters/mikro-orm/connection/statement.ts';

/** Where an order begins, or where it ends. A page is the same from both, and costs less from the nearer one. */
export type End = 'start' | 'end';

/** So many entries of an index are passed by in the time in which a page's rows are fetched. */
export const SHORT_WALK = 2_000;

/** How a page is reached. `isShort`: so soon that others may wait behind it. */
export type Walk = { readonly from: End; readonly isShort: boolean };

/** `total`: how many there were last. It may be old, since it decides nothing else. Without one a page is looked for from the start. */
export const walkTo = ({ page, size }: PageRequest, total = Infinity, short = SHORT_WALK): Walk => {
  const before = (page - 1) * size;
  const from = 2 * before > total ? 'end' : 'start';
  return { from, isShort: (from === 'end' ? total - before : before + size) <= short };
};

/** A statement that keeps a connection to itself. */
export const alone = ({ name, text }: Prepared): Prepared => ({ name, text });
