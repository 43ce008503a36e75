/** In SQL, the start of the week under which an instant is counted, as the triggers of `lead_count` compute it. */
export const weekOf = (at: string): string => `date_bin('7 days', ${at}, timestamptz '1970-01-05 15:00Z')`;

/**
 * In SQL, the exact number of leads with a standing and `from` ≤ `column` ≤ `until`. Counts are stored by whole weeks, so it is the sum
 * of these weeks, less the leads of the first week before `from` and those of the last week after `until`. Leads come and go with the
 * weeks, so there is hardly ever such a lead; they are counted by the index of `column`. `of` and `where` mean the same kinds of leads,
 * for the stored counts and for the leads themselves.
 */
export const keptCount = ({
  standing,
  column,
  of,
  where,
  from,
  until,
}: {
  readonly standing: 'listed' | 'vaulted';
  readonly column: 'listed_at' | 'vaulted_at';
  /** As in `= ''` for all, `= 'TX'` for those of a state, `= '#17'` for those of a place. */
  readonly of: string;
  readonly where: string;
  readonly from: string;
  readonly until: string;
}): string => {
  const outside = (condition: string): string =>
    `(select count(*) from lead where standing = '${standing}' and ${where} and ${condition})`;
  return `greatest(0, coalesce((select sum(items) from lead_count
      where standing = '${standing}' and of ${of} and week between ${weekOf(from)} and ${weekOf(until)}), 0)
    - ${outside(`${column} >= ${weekOf(from)} and ${column} < ${from}`)}
    - ${outside(`${column} > ${until} and ${column} < ${weekOf(until)} + interval '168 hours'`)})::int`;
};

/**
 * In SQL, a stamp for a result that was computed from leads, made of the number of their changes. As long as the stamp is the same, the
 * leads are the same, and the result still holds. The start of the server is part of it: another server, or the same one after a crash,
 * may reach the same numbers by other changes.
 */
export const basisOf = (...changes: readonly string[]): string =>
  `concat_ws(' ', extract(epoch from pg_postmaster_start_time()), ${changes.join(', ')})`;

/**
 * In SQL, the number of changes of listed leads that are counted under the weeks of `from` to `until`, of the kinds that `of` names as
 * in `keptCount`; and the first and the last of these weeks, as other weeks may have had as many changes. Past weeks are left out: each
 * kind has a row for each of them, forever.
 */
export const keptChanges = (of: string, from: string, until: string): readonly string[] => [
  `(select coalesce(sum(changes), 0) from lead_count
    where standing = 'listed' and of ${of} and week between ${weekOf(from)} and ${weekOf(until)})`,
  `extract(epoch from ${weekOf(from)})`,
  `extract(epoch from ${weekOf(until)})`,
];
