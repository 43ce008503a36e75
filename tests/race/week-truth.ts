import { setTimeout as wait } from 'node:timers/promises';

import { expect } from 'vitest';

import { DAY, WEEK } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Group, LeadBooks, Row } from './weeks.ts';

type Wanted = Pick<Row, 'standing' | 'version' | 'hasContact'> & { readonly movedAt: Instant | undefined };

/** How the leads of a group must stand after the refresh of the Monday `today`: each change is one more version. */
const wantedOf = ({ standing, monday }: Group, today: number, start: Instant): Wanted => {
  const untouched = { standing: standing.state, version: 1, hasContact: true, movedAt: undefined };
  if (today < monday) return untouched;
  if (standing.state === 'listed')
    return { ...untouched, standing: 'vaulted', version: 2, movedAt: start + monday * WEEK };
  const isErased = today > monday;
  const movedAt = start + monday * WEEK - DAY;
  return { standing: 'expired', version: isErased ? 3 : 2, hasContact: !isErased, movedAt };
};

const isAs = (row: Row | undefined, wanted: Wanted): boolean => {
  const movedAt = (row?.standing === 'expired' ? row.expiredAt : row?.vaultedAt)?.getTime();
  return (
    row?.standing === wanted.standing &&
    row.version === wanted.version &&
    row.hasContact === wanted.hasContact &&
    (wanted.movedAt === undefined || movedAt === wanted.movedAt)
  );
};

/** The ids of the leads that do not stand as they must, or have moved more than once. */
export const notInPlace = async (
  books: LeadBooks,
  groups: readonly Group[],
  today: number,
  start: Instant,
): Promise<readonly string[]> => {
  const rows = await books.rows();
  return groups.flatMap((group) => group.ids.filter((id) => !isAs(rows.get(id), wantedOf(group, today, start))));
};

/** What people see after the refresh: this week's leads on the list, expired ones nowhere, none in two places. */
export const checkWhatIsSeen = async (
  books: LeadBooks,
  groups: readonly Group[],
  { today, start, now }: { readonly today: number; readonly start: Instant; readonly now: Instant },
): Promise<void> => {
  const idsOf = (chosen: (group: Group) => boolean) => groups.filter(chosen).flatMap(({ ids }) => ids);
  const [listed, vaulted] = [await books.onList(now), await books.inExport(now)];
  expect(listed).toEqual(new Set(idsOf(({ standing }) => standing.listedAt === start + today * WEEK)));
  expect([...listed].filter((id) => vaulted.has(id))).toEqual([]);
  const gone = idsOf(({ standing, monday }) => standing.state === 'vaulted' && monday <= today);
  expect(gone.filter((id) => vaulted.has(id) || listed.has(id))).toEqual([]);
};

/** Looks on while the leads move: none that was seen in the vault or gone from it is ever seen on the list again. */
export const lookOn = (books: LeadBooks): { readonly stop: () => Promise<void> } => {
  const seen = new Set<string>();
  let isOver = false;
  const looking = (async () => {
    do {
      for (const { id, standing } of (await books.rows()).values()) {
        if (standing === 'vaulted' || standing === 'expired') seen.add(id);
        else expect(seen.has(id), `${id} is ${standing} again`).toBe(false);
      }
      await wait(20);
    } while (!isOver);
  })();
  // Told of when it is stopped.
  looking.catch(() => {});
  return {
    stop: () => {
      isOver = true;
      return looking;
    },
  };
};
