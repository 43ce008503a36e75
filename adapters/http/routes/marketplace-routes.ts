import { Hono } from 'hono';
import * as v from 'valibot';

import { searchable } from '#domain/lead-search.ts';
import type { Border } from '#adapters/http/border.ts';
import { sendAnswer } from '#adapters/http/answers/send-answer.ts';
import { UnsoldListQuery } from '#adapters/http/contract/list-queries.ts';
import { queryReader } from '#adapters/http/input.ts';
import { limitedVisits } from '#adapters/http/limits.ts';
import { LISTS } from '#adapters/http/own-paths.ts';
import type { PublicAnswers } from '#adapters/http/answers/public-answers.ts';
import { hasRecentChange } from '#adapters/http/recent-change.ts';

type Needs = Pick<Border, 'limiter' | 'clientAddress' | 'https'> & {
  readonly answers: PublicAnswers;
};

/** Searches with the same meaning are equal. */
export const unsoldQuery = queryReader(
  v.pipe(
    UnsoldListQuery,
    v.transform((query) => ({ ...query, search: searchable(query.search) })),
  ),
);

/** The leads on offer: open to everybody, without any contact. */
export const marketplaceRoutes = ({ answers, limiter, clientAddress, https }: Needs): Hono =>
  new Hono()
    .get(LISTS.unsold, async (c) => {
      await limitedVisits(limiter, clientAddress(c));
      return sendAnswer(c, await answers.unsold(unsoldQuery.read(c), hasRecentChange(c, https)));
    })
    .get(LISTS.examples, async (c) => {
      await limitedVisits(limiter, clientAddress(c));
      return sendAnswer(c, await answers.examples(hasRecentChange(c, https)));
    });
