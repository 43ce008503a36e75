import {
  ProviderBusy,
  ProviderRefused,
  ProviderUnavailable,
  UnknownCheckout,
} from '#application/ports/payment-provider.ts';

/** How the shop's requests fare, from now on. */
export type Line =
  | 'fine'
  /** Nothing comes through. */
  | 'cut'
  /** The provider answers each that it is asked too often, and does nothing. */
  | 'busy'
  /** It answers each with a failure of its own, as a 500, and does nothing. */
  | 'failing'
  /** It answers each that it does not know our key, as with a 401, and does nothing. */
  | 'locked out'
  /** Somebody in between answers each in the provider's place, as with a 404 of a gateway, and nothing comes through. */
  | 'intercepted'
  /** All is done, but of what changes anything no answer comes back. Reading goes well. */
  | 'answers lost';

/** On these lines nothing is done. */
export const DEAF_LINES = ['cut', 'busy', 'failing', 'locked out', 'intercepted'] as const;

/** How one request is lost. */
export const LOSSES = ['cut', 'intercepted', 'answers lost'] as const;

/** The line to a provider that is another machine, for its rig: each request asks it how it fares. */
export const turnableLine = () => {
  let always: Line = 'fine';
  let spoiled: Line = 'fine';
  let requestsLeft = 0;
  let isMet = true;
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
    /** Only the request of that number, counted from now on, fares so: all before it and after it go well, also one that repeats it. */
    spoils: (line: Line, request: number): void => aim(line, async () => {}, request),
    /** Just before the request of that number arrives, `act` is done. All requests go well. */
    interrupts: (act: () => Promise<void>, request: number): void => aim('fine', act, request),
    /** Whether there was a request of that number. */
    isMet: (): boolean => isMet,
    /** How the request fares that comes now. */
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

/** Plays a round for the first request that it makes, for the second one, and so on, until there is no such one. */
const eachInTurn = async (line: Aimed, round: (request: number) => Promise<void>): Promise<void> => {
  let request = 0;
  do {
    request += 1;
    await round(request);
  } while (line.isMet());
};

/** A round for each request that it makes after `spoil`, which fares badly. */
export const eachRequest = (line: Aimed, bad: Line, round: (spoil: () => void) => Promise<void>): Promise<void> =>
  eachInTurn(line, (request) => round(() => line.spoils(bad, request)));

/** A round for each request that it makes after `interrupt`, before which something happens. */
export const beforeEachRequest = (
  line: Aimed,
  round: (interrupt: (act: () => Promise<void>) => void) => Promise<void>,
): Promise<void> => eachInTurn(line, (request) => round((act) => line.interrupts(act, request)));

/**
 * What is thrown on such a line: the provider is away, or it has declined. Never that it does not know what it was asked for:
 * the shop would give up what is paid there.
 */
export const isTroubleOf =
  (line: Line) =>
  (error: unknown): boolean => {
    if (error instanceof UnknownCheckout) return false;
    if (line === 'locked out') return error instanceof ProviderRefused || error instanceof ProviderUnavailable;
    return error instanceof (line === 'busy' ? ProviderBusy : ProviderUnavailable);
  };

/** What was answered; `undefined` where it was such trouble. Anything else is thrown on. */
export const unlessTrouble = async <Answer>(line: Line, asked: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (!isTroubleOf(line)(error)) throw error;
    return undefined;
  }
};

/** Whether it says that it is done. `false`: it was such trouble. */
export const saysDone = async (line: Line, asked: Promise<void>): Promise<boolean> =>
  (await unlessTrouble(
    line,
    asked.then(() => true),
  )) ?? false;
