import { isDeepStrictEqual } from 'node:util';

import type { Case } from './cases.ts';

type Answer = { readonly status: number; readonly body: unknown };

export const answerOf = async (address: string, { method, path, headers, body, fresh = [] }: Case): Promise<Answer> => {
  const response = await fetch(`${address}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const answer: unknown = await response.json();
  const kinds = Object.fromEntries(fresh.map((name) => [name, typeof (answer as Record<string, unknown>)[name]]));
  return { status: response.status, body: fresh.length === 0 ? answer : { ...(answer as object), ...kinds } };
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
    const [short, shortTheirs] = [ours, theirs].map((answer) => JSON.stringify(answer).slice(0, 600));
    found.push(`${one.name}:\n  product: ${short}\n  floor:   ${shortTheirs}`);
  }
  return found;
};

/** The two servers do not do the same work, so their times say nothing. */
export class AnswersDiffer extends Error {
  override readonly name = 'AnswersDiffer';
}
