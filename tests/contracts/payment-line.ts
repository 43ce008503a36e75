import { expect } from 'vitest';

import { ProviderBusy, ProviderRefused, ProviderUnavailable } from '#application/ports/payment-provider.ts';

/** What happens to the shop's requests, from now on. */
export type Line =
  | 'fine'
  /** No request gets through. */
  | 'cut'
  /** The provider answers each request with "too often", and does nothing. */
  | 'busy'
  /** The provider answers each request with a failure of its own, as a 500, and does nothing. */
  | 'failing'
  /** The provider answers each request with "unknown key", as a 401, and does nothing. */
  | 'locked out'
  /** Something in between answers each request in the provider's place, as a gateway does, and none gets through. */
  | 'intercepted'
  /** The same, but it says yes: its answer is none of the provider's. */
  | 'intercepted with 200'
  /** The same, but it sends each request elsewhere. */
  | 'redirected'
  /** Every request is carried out, but answers to changes are lost. Reads are answered. */
  | 'answers lost';

/** The lines on which no request is carried out. */
export const DEAF_LINES = ['cut', 'busy', 'failing', 'locked out', 'intercepted', 'intercepted with 200'] as const;

/** The ways in which a single request is lost. */
export const LOSSES = ['cut', 'intercepted', 'intercepted with 200', 'answers lost'] as const;

/** An answer of something in between. */
export type ForeignAnswer = { readonly status: number; readonly json: object; readonly location?: string };

const FOREIGN: Partial<Readonly<Record<Line, ForeignAnswer>>> = {
  intercepted: { status: 404, json: { message: 'no Route matched with those values' } },
  'intercepted with 200': { status: 200, json: { message: 'We are back soon' } },
};

/** The line to a provider on another machine, for its rig: each request asks what happens to it. */
export const turnableLine = () => {
  let always: Line = 'fine';
  let spoiled: Line = 'fine';
  let requestsLeft = 0;
  let isMet = true;
  let redirect: ForeignAnswer | undefined;
  let meanwhile = async (): Promise<void> => {};
  const aim = (line: Line, act: () => Promise<void>, request: number): void => {
    always = 'fine';
    spoiled = line;
    meanwhile = act;
    requestsLeft = request;
    isMet = false;
  };
  return {
    becomes: (line: Line): void => {
      always = line;
      requestsLeft = 0;
    },
    /** From now on each request is sent there, with this status. */
    redirects: (status: number, location: string): void => {
      redirect = { status, json: {}, location };
      always = 'redirected';
      requestsLeft = 0;
    },
    /** The answer of something in between, if it answers on such a line. */
    foreignAnswer: (line: Line): ForeignAnswer | undefined => (line === 'redirected' ? redirect : FOREIGN[line]),
    /** Applies only to the request of that number, counted from now on: all others succeed, also one that repeats it. */
    spoils: (line: Line, request: number): void => aim(line, async () => {}, request),
    /** Calls `act` just before the request of that number arrives. All requests succeed. */
    interrupts: (act: () => Promise<void>, request: number): void => aim('fine', act, request),
    /** Whether there was a request of that number. */
    isMet: (): boolean => isMet,
    /** What happens to the present request. */
    next: async (): Promise<Line> => {
      if (requestsLeft === 0) return always;
      requestsLeft -= 1;
      if (requestsLeft > 0) return always;
      isMet = true;
      await meanwhile();
      return spoiled;
    },
  };
};

export type TurnableLine = ReturnType<typeof turnableLine>;

type Aimed = Pick<TurnableLine, 'spoils' | 'interrupts' | 'isMet'>;

/** Plays a round for the first request, for the second one, and so on, until there is no request of that number. */
const eachInTurn = async (line: Aimed, round: (request: number) => Promise<void>): Promise<void> => {
  let request = 0;
  do {
    request += 1;
    await round(request);
  } while (line.isMet());
};

/** A round for each request that is made after `spoil`, with that request lost. */
export const eachRequest = (line: Aimed, bad: Line, round: (spoil: () => void) => Promise<void>): Promise<void> =>
  eachInTurn(line, (request) => round(() => line.spoils(bad, request)));

/** A round for each request that is made after `interrupt`, with something done just before that request. */
export const beforeEachRequest = (
  line: Aimed,
  round: (interrupt: (act: () => Promise<void>) => void) => Promise<void>,
): Promise<void> => eachInTurn(line, (request) => round((act) => line.interrupts(act, request)));

/**
 * The errors that fit such a line: the provider is away, or it has refused. Never that it does not know the reference: the shop would
 * give up what is paid there.
 */
const fitting = (line: Line) => {
  if (line === 'busy') return [ProviderBusy];
  return line === 'locked out' ? [ProviderRefused, ProviderUnavailable] : [ProviderUnavailable];
};

/** The answer; `undefined` if there was an error that fits the line. Any other error fails the case, which names those that fit. */
export const unlessTrouble = async <Answer>(line: Line, asked: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await asked;
  } catch (error) {
    const kinds = fitting(line);
    if (kinds.some((kind) => error instanceof kind)) return undefined;
    const names = kinds.map(({ name }) => name).join(' or ');
    throw new Error(`where the line is "${line}", the error has to be ${names}`, { cause: error });
  }
};

/** Fails the case unless there is an error that fits the line. */
export const expectTrouble = async (line: Line, asked: Promise<unknown>): Promise<void> => {
  const answered = await unlessTrouble(
    line,
    asked.then((answer) => ({ answer })),
  );
  expect(answered, `where the line is "${line}", this has to fail`).toBeUndefined();
};

/** Whether the call has succeeded. `false`: there was an error that fits the line. */
export const saysDone = async (line: Line, asked: Promise<void>): Promise<boolean> =>
  (await unlessTrouble(
    line,
    asked.then(() => true),
  )) ?? false;
