import { basisOf, keptChanges } from './kept-counts.ts';
import { BEFORE, FROM, IS_SHOWN, NEWEST_FIRST, SIZE, UNTIL } from './listed-pages.ts';
import { fromEitherEnd, keptTotal, leadsShown, unlessRare, walk } from './listed-pages.ts';
import type { FromEitherEnd, Kind } from './listed-pages.ts';
import { unseen } from '#adapters/mikro-orm/connection/statement.ts';
import type { Prepared } from '#adapters/mikro-orm/connection/statement.ts';

/** A lead with the number of leads before it in the order of a search. It holds as long as `basis` is the same. */
export type Milestone = {
  readonly id: string;
  readonly listedAt: string;
  readonly basis: string;
};

/** `milestone` finds one, as a page of a single lead. `onwards` finds a page by walking on from one. */
export type FromMilestone = { readonly milestone: FromEitherEnd; readonly onwards: Prepared };

const BASIS = basisOf(...keptChanges({ from: FROM, until: UNTIL }));

/**
 * Statements for pages far from both ends. The parameters of the milestone come after those of the search: `basis`, `listedAt`, `id`.
 * A milestone holds as long as no lead has come, gone or moved, and whole weeks tell the total: then none was to come when it was found,
 * so that time alone shows none. Otherwise `holds` is false, and no lead is found.
 */
export const fromMilestone = (kind: Kind): FromMilestone => {
  const { name, of, where, newestPlace, parameters, isSparse } = kind;
  const [basis, listedAt, id] = ['text', 'timestamptz', 'uuid'].map((type, index) =>
    unseen(`$${parameters + index + 1}::${type}`),
  );
  const after = (condition: string): string =>
    `(select id, listed_at from lead where ${IS_SHOWN} and ${where} and ${condition} ${NEWEST_FIRST} limit ${SIZE} + ${BEFORE})`;
  return {
    milestone: fromEitherEnd({
      name: `milestone of ${name}`,
      columns: 'id, listed_at::text as "listedAt", total.basis',
      total: keptTotal(kind, `, ${BASIS} as basis`),
      ids: isSparse ? unlessRare(walk(where)) : walk(where),
    }),
    onwards: {
      name: `${name}, from a milestone`,
      text: `select ${leadsShown(newestPlace)}, total.holds
        from (select items, items is not null and basis = ${basis} as holds
          from (${keptTotal({ of, where }, `, ${BASIS} as basis`)}) as kept offset 0) as total
        left join lead on total.holds and id = any(array(select id from (${after(`listed_at = ${listedAt} and id >= ${id}`)}
          union all ${after(`listed_at < ${listedAt}`)}) as after ${NEWEST_FIRST} limit ${SIZE} offset ${BEFORE}))
        ${NEWEST_FIRST}`,
      ...(!isSparse && { isShort: true }),
    },
  };
};
