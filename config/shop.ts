import type { Hono } from 'hono';

import type { AnswerMemory } from '#adapters/http/answer-memory.ts';
import { httpApp } from '#adapters/http/app.ts';
import type { AppNeeds, UseCases } from '#adapters/http/app.ts';
import { keptFirst } from '#adapters/http/kept-first.ts';
import type { BeforeApp } from '#adapters/http/kept-first.ts';
import { publicAnswers } from '#adapters/http/public-answers.ts';
import type { MarketplaceUseCases } from '#adapters/http/public-answers.ts';
import { workerApp } from '#adapters/http/worker-app.ts';

/** What answers the requests of a process. */
export type Desk = {
  readonly app: Hono;
  /** What it does before the app. */
  readonly first: BeforeApp;
};

type Needs = Omit<AppNeeds, 'answers' | 'https' | 'useCases' | 'watched'> & {
  readonly useCases: UseCases & MarketplaceUseCases;
  /** Keeps the answers that are the same for everybody, while they are true. Without it each of them is read. */
  readonly memory?: AnswerMemory | undefined;
  readonly watched?: Hono;
};

/** A process that answers visitors. */
export const shop = ({ memory, ...needs }: Needs): Desk => {
  const answers = publicAnswers({ ...needs.useCases, memory });
  const https = needs.publicUrl?.startsWith('https:') ?? false;
  return { app: httpApp({ ...needs, answers, https }), first: keptFirst({ ...needs, kept: answers.kept, https }) };
};

/** A process that only runs jobs. */
export const workshop = (watched: Hono): Desk => ({ app: workerApp(watched), first: (app) => app });
