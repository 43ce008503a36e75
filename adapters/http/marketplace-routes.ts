import { Hono } from 'hono';
import type { Context } from 'hono';

import type { browseLeads } from '#application/browse-leads.ts';
import type { Limiter } from '#application/ports/limiter.ts';
import type { showExamples } from '#application/show-examples.ts';
import { dollarsOf } from '#domain/money.ts';
import { UnsoldQuery } from './contract.ts';
import type { Top5Answer, UnsoldAnswer } from './contract.ts';
import { readQuery } from './input.ts';
import { limitedVisits } from './limits.ts';
import { hasRecentChange } from './recent-change.ts';

export type MarketplaceUseCases = {
  readonly browseLeads: ReturnType<typeof browseLeads>;
  readonly showExamples: ReturnType<typeof showExamples>;
};

type Needs = MarketplaceUseCases & {
  readonly limiter: Limiter;
  readonly clientAddress: (c: Context) => string;
  readonly isHttps: (c: Context) => boolean;
};

/** What is on offer: open to everybody, without any lead's contact. */
export const marketplaceRoutes = ({ browseLeads, showExamples, limiter, clientAddress, isHttps }: Needs): Hono =>
  new Hono()
    .get('/api/good-lead/unsold', async (c) => {
      await limitedVisits(limiter, 'list', clientAddress(c));
      const query = { ...readQuery(c, UnsoldQuery), fresh: hasRecentChange(c, isHttps(c)) };
      const { rows, currentPage, totalPages, totalItems } = await browseLeads(query);
      const data = rows.map(({ id, city, state, price, description, hasEmail, hasPhoneNumber }) => ({
        id,
        city,
        state,
        price: dollarsOf(price),
        description,
        hasEmail,
        hasPhoneNumber,
      }));
      return c.json({ data, currentPage, totalPages, totalItems } satisfies UnsoldAnswer);
    })
    .get('/api/good-lead/top5', async (c) => {
      await limitedVisits(limiter, 'list', clientAddress(c));
      const examples = await showExamples({ fresh: hasRecentChange(c, isHttps(c)) });
      const answer = examples.map(({ id, city, state, email, phone, description, price }) => ({
        id,
        city,
        state,
        email,
        phoneNumber: phone,
        description,
        leadPrice: dollarsOf(price),
      }));
      return c.json(answer satisfies Top5Answer);
    });
