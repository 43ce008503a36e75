/** In SQL, the start of the week under which an instant is counted, as the triggers of `lead_count` compute it. */
export const weekOf = (at: string): string => `date_bin('7 days', ${at}, timestamptz '1970-01-05 15:00Z')`;

/** In SQL, which listed leads are counted: those of a kind, from one instant to another. */
type Counted = {
  /** As in `= ''` for all, `= 'TX'` for those of a state, `= '#17'` for those of a place. */
  readonly of: string;
  readonly from: string;
  readonly until: string;
};

/** In SQL, the stored counts of the weeks of `from` to `until`: for each week a row, or a few. */
export const keptWeeks = ({ of, from, until }: Counted): string =>
  `lead_count where standing = 'listed' and of ${of} and week between ${weekOf(from)} and ${weekOf(until)}`;

/**
 * In SQL, over the rows of `keptWeeks`: the number of leads from `from` to `until`, or null where whole weeks do not tell it. They do if
 * `from` begins a week, and none of the leads that were ever counted came after `until`: that is so whenever the shop asks, unless the
 * clocks of two servers differ. To look for such leads would take a seventh of the time for a page, even if there are none.
 */
export const wholeWeeks = ({ from, until }: Pick<Counted, 'from' | 'until'>): string =>
  `case when ${from} = ${weekOf(from)} and (max(latest) > ${until}) is not true then coalesce(sum(items), 0)::int end`;

/**
 * In SQL, the number of leads from `from` to `until`, whichever instants these are: the sum of whole weeks, less the leads of the first
 * week before `from` and those of the last week after `until`. `where` means the same kind of leads as `of`.
 */
export const exactCount = (counted: Counted, where: string): string => {
  const { from, until } = counted;
  const outside = (condition: string): string =>
    `(select count(*) from lead where standing = 'listed' and ${where} and ${condition})`;
  return `greatest(0, coalesce((select sum(items) from ${keptWeeks(counted)}), 0)
    - ${outside(`listed_at >= ${weekOf(from)} and listed_at < ${from}`)}
    - ${outside(`listed_at > ${until} and listed_at < ${weekOf(until)} + interval '168 hours'`)})::int`;
};

/**
 * In SQL, a stamp for a result that was computed from leads, made of the number of their changes. As long as the stamp is the same, the
 * leads are the same, and the result still holds. The start of the server is part of it: another server, or the same one after a crash,
 * may reach the same numbers by other changes.
 */
export const basisOf = (...changes: readonly string[]): string =>
  `concat_ws(' ', extract(epoch from pg_postmaster_start_time()), ${changes.join(', ')})`;

/**
 * In SQL, over the rows of `keptWeeks`, the number of changes of their leads, and the first and the last of these weeks, as other weeks
 * may have had as many changes. Other weeks are left out: each kind has a row for each past one, forever.
 */
export const keptChanges = ({ from, until }: Pick<Counted, 'from' | 'until'>): readonly string[] => [
  'coalesce(sum(changes), 0)',
  `extract(epoch from ${weekOf(from)})`,
  `extract(epoch from ${weekOf(until)})`,
];
