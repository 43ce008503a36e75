import { isDeepStrictEqual } from 'node:util';

import { FIRST_PAGE } from './cases.ts';
import type { Case } from './cases.ts';

type Answer = { readonly status: number; readonly body: unknown };

export const answerOf = async (address: string, { method, path, headers, body, fresh = [] }: Case): Promise<Answer> => {
  const response = await fetch(`${address}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const answer: unknown = await response.json();
  const kinds = Object.fromEntries(fresh.map((name) => [name, typeof (answer as Record<string, unknown>)[name]]));
  return { status: response.status, body: fresh.length === 0 ? answer : { ...(answer as object), ...kinds } };
};

/** How many pages the list has. */
export const lastPageAt = async (address: string): Promise<number> => {
  const { body } = await answerOf(address, FIRST_PAGE);
  return (body as { readonly totalPages: number }).totalPages;
};

/** The part of both texts where they part, after some that they share. */
const firstDifference = (ours: string, theirs: string): string => {
  let at = 0;
  while (at < ours.length && ours[at] === theirs[at]) at += 1;
  const part = (text: string): string => `…${text.slice(Math.max(0, at - 100), at + 100)}…`;
  return `  product: ${part(ours)}\n  floor:   ${part(theirs)}`;
};

/** The cases in which a server does not give the product's answer, or the product none, each with what was said. */
export const differences = async (
  cases: readonly Case[],
  product: string,
  other: string,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const one of cases) {
    const [ours, theirs] = [await answerOf(product, one), await answerOf(other, one)];
    if (ours.status === 200 && isDeepStrictEqual(ours, theirs)) continue;
    found.push(`${one.name}:\n${firstDifference(JSON.stringify(ours), JSON.stringify(theirs))}`);
  }
  return found;
};

/** The two servers do not do the same work, so their times say nothing. */
export class AnswersDiffer extends Error {
  override readonly name = 'AnswersDiffer';
}
