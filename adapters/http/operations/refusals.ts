import type { FailureCode } from '#adapters/http/contract/contract.ts';
import type { Operation } from './operation.ts';

/** Every refusal of an operation: its own, and those that follow from its input and work. */
export const refusalsOf = (operation: Operation): readonly FailureCode[] => {
  const { query, json, form, signed, session, limits, isAtHand = false, method, refusals = [] } = operation;
  const hasBody = json !== undefined || form !== undefined;
  const when = (is: boolean, ...codes: FailureCode[]): readonly FailureCode[] => (is ? codes : []);
  return [
    ...new Set([
      ...when(hasBody || query !== undefined, 'INVALID_INPUT'),
      ...when(session === 'required', 'NOT_SIGNED_IN'),
      ...refusals,
      ...when(method !== 'get' && signed === undefined, 'CROSS_ORIGIN'),
      ...when(method !== 'get', 'BODY_TOO_LARGE'),
      ...when(hasBody, 'WRONG_CONTENT_TYPE'),
      ...when(limits !== undefined, 'TOO_MANY_TRIES'),
      ...when(!isAtHand, 'UNEXPECTED', 'STORE_UNAVAILABLE'),
    ]),
  ];
};
