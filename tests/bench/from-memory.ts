import type { Client } from 'pg';

import { FROM_MEMORY } from './cases.ts';
import type { Case } from './cases.ts';
import { startConstant } from './contender.ts';
import type { Contender } from './contender.ts';
import { firstVisit } from './first-visit.ts';
import { NOT_MODIFIED, bytesOf } from './line.ts';
import { measure, warmUp } from './rounds.ts';
import type { Measured, Pace } from './rounds.ts';

/** What the product answers from memory, beside the floor, and beside a body that is always the same. */
export type AnswersFromMemory = {
  readonly besideFloor: readonly Measured[];
  /** Also the web's, and the answer that has not changed since, where it has a tag to tell. */
  readonly besideConstant: readonly Measured[];
};

export const UNCHANGED = 'list: page 1, not changed';

/** The same request by somebody who has the answer. Throws where the server then sends it all the same. */
const unchangedOf = async (address: string, one: Case): Promise<readonly Case[]> => {
  // As the requests that are measured: an answer that is sent compressed has another tag.
  const ask = (headers: Case['headers']): Promise<Response> =>
    fetch(`${address}${one.path}`, { headers: { 'accept-encoding': 'identity', ...headers } });
  const etag = (await ask({})).headers.get('etag');
  if (etag === null) return [];
  const headers = { 'if-none-match': etag };
  const { status } = await ask(headers);
  if (status !== NOT_MODIFIED) throw new Error(`an answer that has not changed was sent with ${status}`);
  return [{ ...one, name: UNCHANGED, headers }];
};

const measureAll = async (
  cases: readonly Case[],
  product: Contender,
  floor: Contender,
  pace: Pace,
  client: Client,
): Promise<readonly Measured[]> => {
  const measured: Measured[] = [];
  for (const one of cases) {
    const requests = [bytesOf(one)];
    await warmUp({ product, floor }, requests, pace);
    measured.push({ name: one.name, rounds: await measure({ product, floor }, requests, pace, client) });
  }
  return measured;
};

/** Measures a product that may keep its answers. */
export const measureFromMemory = async (
  product: Contender,
  floor: Contender,
  pace: Pace,
  client: Client,
): Promise<AnswersFromMemory> => {
  const constant = await startConstant(product.address);
  try {
    const unchanged = await unchangedOf(product.address, FROM_MEMORY[0]);
    const [page, script] = await firstVisit(product.address);
    const alsoAsked = [page, script, ...unchanged];
    return {
      besideFloor: await measureAll(FROM_MEMORY, product, floor, pace, client),
      besideConstant: await measureAll([...FROM_MEMORY, ...alsoAsked], product, constant, pace, client),
    };
  } finally {
    await constant.stop();
  }
};
