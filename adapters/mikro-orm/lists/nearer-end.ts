import type { PageRequest } from '#domain/pages.ts';
import type { Prepared } from '#adapters/mikro-orm/connection/statement.ts';

/** The end of an order from which a page is walked to. The page is the same from both, and costs less from the nearer one. */
export type End = 'start' | 'end';

/** Walking past so many entries of an index takes as long as fetching the rows of a page. */
export const SHORT_WALK = 2_000;

/** How a page is reached. `isShort`: so fast that other statements may wait behind it. */
export type Walk = { readonly from: End; readonly isShort: boolean };

/** `total`: the last known total. It may be old, as it decides only about the way. Without one the walk begins at the start. */
export const walkTo = ({ page, size }: PageRequest, total = Infinity, short = SHORT_WALK): Walk => {
  const before = (page - 1) * size;
  const from = 2 * before > total ? 'end' : 'start';
  return { from, isShort: (from === 'end' ? total - before : before + size) <= short };
};

/**
 * In SQL, how many entries of an index a walk may pass on its way to the end of a page, `past` of the found leads away, where `items` are
 * found `among` all: several times as many as on average. Found leads may lie together far away, such as those of one file that was
 * sorted by place: then the walk is given up, and another way is taken.
 */
export const longestWalk = (
  past: string,
  { items, among }: { readonly items: string; readonly among: string },
): string => `(4 * (${past})::float8 * ${among} / greatest(1, ${items}) + 1000)::bigint`;

/** The statement without `isShort`: it gets a connection of its own. */
export const alone = ({ name, text }: Prepared): Prepared => ({ name, text });
