import { Hono } from 'hono';
import type { Context } from 'hono';
import * as v from 'valibot';

import type { Limiter } from '#application/ports/limiter.ts';
import { searchable } from '#domain/lead-search.ts';
import { sendAnswer } from './answer.ts';
import { UnsoldQuery } from './contract.ts';
import { queryReader } from './input.ts';
import { limitedVisits } from './limits.ts';
import type { PublicAnswers } from './public-answers.ts';
import { hasRecentChange } from './recent-change.ts';

type Needs = {
  readonly answers: PublicAnswers;
  readonly limiter: Limiter;
  readonly clientAddress: (c: Context) => string;
  readonly isHttps: (c: Context) => boolean;
};

/** Searches that mean the same are one. */
const readUnsoldQuery = queryReader(
  v.pipe(
    UnsoldQuery,
    v.transform((query) => ({ ...query, search: searchable(query.search) })),
  ),
);

/** What is on offer: open to everybody, without any lead's contact. */
export const marketplaceRoutes = ({ answers, limiter, clientAddress, isHttps }: Needs): Hono =>
  new Hono()
    .get('/api/good-lead/unsold', async (c) => {
      await limitedVisits(limiter, 'list', clientAddress(c));
      return sendAnswer(c, await answers.unsold(readUnsoldQuery(c), hasRecentChange(c, isHttps(c))));
    })
    .get('/api/good-lead/top5', async (c) => {
      await limitedVisits(limiter, 'list', clientAddress(c));
      return sendAnswer(c, await answers.examples(hasRecentChange(c, isHttps(c))));
    });
