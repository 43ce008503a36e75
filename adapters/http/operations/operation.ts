import type * as v from 'valibot';

import type { LimitName } from '#application/ports/limiter.ts';
import type { FailureCode } from '#adapters/http/contract/contract.ts';
import type { Method } from './open-api.ts';

/** The parts of the API, in the order in which they are shown. */
export const AREAS = {
  Marketplace: 'Leads on offer. Open to everybody; no lead’s contact is ever in an answer.',
  Purchase: 'Buying one lead, without an account. The contact is delivered by e-mail only.',
  Account: 'Signing up, in and out, the links that are mailed for it, and the profile.',
  Subscription: 'The monthly subscription of the signed-in user.',
  'Lead Vault': 'The unsold leads of the past 90 days with their contacts, for subscribers.',
  Contact: 'The contact form.',
  Provider: 'Called by the payment provider’s servers.',
  Documents: 'This description, and files for other programs.',
} as const;
export type Area = keyof typeof AREAS;

export type Schema = v.GenericSchema;

export type Header = {
  readonly says: string;
  /** Whether every such answer has it. */
  readonly always: boolean;
};

export type Headers = Readonly<Record<string, Header>>;

/**
 * A successful answer, or a refusal in a form of its own, with its code. Its content is JSON of a schema in the table of schemas, or
 * some other type of content.
 */
export type AnswerDescription = {
  readonly says: string;
  readonly code?: FailureCode;
  readonly json?: Schema;
  readonly types?: readonly string[];
  readonly headers?: Headers;
};

/** What a caller has to know of one route. What follows from the rest (a body that may be malformed) is left out. */
export type Operation = {
  readonly id: string;
  readonly area: Area;
  readonly method: Method;
  /** Written as in the routes. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: Schema;
  readonly json?: Schema;
  readonly form?: Schema;
  /** The body may be left out. */
  readonly isBodyOptional?: boolean;
  /** The body is bytes with a signature; describes them. */
  readonly signed?: string;
  /** Whether a session is needed, or makes a difference. */
  readonly session?: 'required' | 'optional';
  /** The limits of the route, each with what it counts by. */
  readonly limits?: Readonly<Partial<Record<LimitName, string>>>;
  /** Answered from memory: neither the store nor a provider is asked. */
  readonly isAtHand?: boolean;
  /** Headers of every answer, refusals too. */
  readonly headers?: Headers;
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /** Refusals of this operation alone. */
  readonly refusals?: readonly FailureCode[];
};
