import type { browseLeads } from '#application/browse-leads.ts';
import type { showExamples } from '#application/show-examples.ts';
import { dollarsOf } from '#domain/money.ts';
import { answerOf } from './answer.ts';
import type { TextAnswer } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Top5Answer, UnsoldAnswer } from '#adapters/http/contract/contract.ts';
import { readTogether } from './read-together.ts';

export type UnsoldWish = { readonly search: string; readonly page: number; readonly size: number };

/** The answers that are the same for everybody. `fresh`: read anew, whatever is cached. */
export type PublicAnswers = {
  /** The cached answers that are still true, at once; `undefined` where they have to be read. */
  readonly cached: {
    readonly unsold: (wish: UnsoldWish) => TextAnswer | undefined;
    readonly examples: () => TextAnswer | undefined;
  };
  /**
   * One page of the leads on offer that match a search: JSON of `UnsoldAnswer`. Searches with the same normal form by `searchable`
   * share it.
   */
  readonly unsold: (wish: UnsoldWish, fresh: boolean) => Promise<TextAnswer>;
  /** The examples from the vault: JSON of `Top5Answer`. */
  readonly examples: (fresh: boolean) => Promise<TextAnswer>;
};

export type MarketplaceUseCases = {
  readonly browseLeads: ReturnType<typeof browseLeads>;
  readonly showExamples: ReturnType<typeof showExamples>;
};

type Needs = MarketplaceUseCases & {
  /** The cache; without one each answer is read. */
  readonly cache?: AnswerCache | undefined;
};

const EXAMPLES = 'examples';
const unsoldKey = ({ search, page, size }: UnsoldWish): string => `unsold ${size} ${page} ${search}`;

export const publicAnswers = ({ browseLeads, showExamples, cache }: Needs): PublicAnswers => {
  const readUnsold = async (wish: UnsoldWish, fresh: boolean): Promise<string> => {
    const { rows, currentPage, totalPages, totalItems } = await browseLeads({ ...wish, fresh });
    const data = rows.map(({ id, city, state, price, description, hasEmail, hasPhoneNumber }) => ({
      id,
      city,
      state,
      price: dollarsOf(price),
      description,
      hasEmail,
      hasPhoneNumber,
    }));
    return JSON.stringify({ data, currentPage, totalPages, totalItems } satisfies UnsoldAnswer);
  };

  const readExamples = async (fresh: boolean): Promise<string> => {
    const examples = await showExamples({ fresh });
    const answer = examples.map(({ id, city, state, email, phone, description, price }) => ({
      id,
      city,
      state,
      email,
      phoneNumber: phone,
      description,
      leadPrice: dollarsOf(price),
    }));
    return JSON.stringify(answer satisfies Top5Answer);
  };

  const together = readTogether<TextAnswer>();

  const answered = (key: string, fresh: boolean, read: (fresh: boolean) => Promise<string>): Promise<TextAnswer> => {
    const readNow = () => together(fresh ? `fresh ${key}` : key, async () => answerOf(await read(fresh)));
    return cache === undefined || fresh ? readNow() : cache.recall(key, readNow);
  };

  return {
    cached: {
      unsold: (wish) => cache?.cached(unsoldKey(wish)),
      examples: () => cache?.cached(EXAMPLES),
    },
    unsold: (wish, fresh) => answered(unsoldKey(wish), fresh, (isFresh) => readUnsold(wish, isFresh)),
    examples: (fresh) => answered(EXAMPLES, fresh, readExamples),
  };
};
