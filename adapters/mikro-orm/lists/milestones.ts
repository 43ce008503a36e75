import { LRUCache } from 'lru-cache';

import type { PageRequest } from '#domain/pages.ts';
import type { FromMilestone, Milestone } from './milestone-statements.ts';
import { alone } from './nearer-end.ts';
import type { End } from './nearer-end.ts';
import type { Query } from '#adapters/mikro-orm/connection/query.ts';

/** How many leads lie between two milestones: few enough that walking past half of them costs less than reading the page. */
export const APART = 500;

/** Each takes some hundred bytes. */
const REMEMBERED = 5_000;

type FarPage = {
  readonly pages: FromMilestone;
  readonly page: PageRequest;
  /** The end from which a milestone is nearer. */
  readonly from: End;
  /** The first and the last instant, as the statements take them, and the values of the search. */
  readonly times: readonly [from: string, until: string];
  readonly wanted: readonly unknown[];
  /** A short text, unique for each `wanted`. */
  readonly key: string;
};

/**
 * Reads pages far from both ends. An offset would walk past all leads before them each time. Instead one lead in every `distance` is
 * remembered as a milestone: it is walked to once, and all pages behind it start from there until the leads change. Answers `undefined` if
 * the milestone is out of date, or there is no such page.
 */
export const milestonesEvery = (distance: number) => {
  const known = new LRUCache<string, Milestone>({ max: REMEMBERED });

  const find = async (
    query: Query,
    before: number,
    { pages, from, times, wanted }: FarPage,
  ): Promise<Milestone | undefined> => {
    const [found] = await query<Omit<Milestone, 'id'> & { readonly id: string | null }>(alone(pages.milestone[from]), [
      1,
      before,
      ...times,
      ...wanted,
    ]);
    const id = found?.id ?? undefined;
    return found === undefined || id === undefined ? undefined : { ...found, id };
  };

  return async <Row>(query: Query, far: FarPage): Promise<readonly Row[] | undefined> => {
    const { pages, times, wanted, key: search } = far;
    const { page, size } = far.page;
    const steps = ((page - 1) * size) % distance;
    const before = (page - 1) * size - steps;
    const key = `${search} ${before}`;
    const milestone = known.get(key) ?? (await find(query, before, far));
    if (milestone === undefined) return undefined;
    const { basis, listedAt, id } = milestone;
    const values = [size, steps, ...times, ...wanted, basis, listedAt, id];
    const found = await query<Row & { readonly holds: boolean }>(pages.onwards, values);
    const holds = found[0]?.holds === true;
    if (holds) known.set(key, milestone);
    else known.delete(key);
    return holds ? found : undefined;
  };
};
