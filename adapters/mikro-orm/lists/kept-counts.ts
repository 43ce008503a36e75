/** The start of the kept week of an instant, as the triggers know it. */
export const weekOf = (at: string): string => `date_bin('7 days', ${at}, timestamptz '1970-01-05 15:00Z')`;

/**
 * A statement's exact number of leads with a standing and `from` ≤ at ≤ `until`, of the kinds that `of` compares with: those of
 * the kept weeks, less what lies in the first one before `from` and in the last one after `until`. That is hardly ever
 * anything, as leads come and go with the weeks, and is looked up in the index of `column`; `where` says the kinds once more.
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
 * What something stands on that was found out about leads of which there have been so many `changes`. On one server nobody ever
 * sees other leads behind the same number. Another server, or the same one after a crash, may have come to it by other changes.
 */
export const basisOf = (...changes: readonly string[]): string =>
  `concat_ws(' ', extract(epoch from pg_postmaster_start_time()), ${changes.join(', ')})`;

/** How often the leads with a standing, of the kinds that `of` compares with, have changed. */
export const keptChanges = (standing: 'listed' | 'vaulted', of: string): string =>
  `(select coalesce(sum(changes), 0) from lead_count where standing = '${standing}' and of ${of})`;
