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
  /** All is done, but of what changes anything no answer comes back. Reading goes well. */
  | 'answers lost';

/** On these lines nothing is done. */
export const DEAF_LINES = ['cut', 'busy', 'failing', 'locked out'] as const;

/** The line to a provider that is another machine, for its rig: each request asks it how it fares. */
export const turnableLine = () => {
  let always: Line = 'fine';
  let spoiled: Line = 'fine';
  let requestsLeft = 0;
  let isMet = true;
  return {
    becomes: (line: Line): void => {
      always = line;
      requestsLeft = 0;
    },
    /** Only the request of that number, counted from now on, fares so: all before it and after it go well, also one that repeats it. */
    spoils: (line: Line, request: number): void => {
      always = 'fine';
      spoiled = line;
      requestsLeft = request;
      isMet = false;
    },
    /** Whether there was a request of that number. */
    hasSpoiled: (): boolean => isMet,
    /** How the request fares that comes now. */
    next: (): Line => {
      if (requestsLeft === 0) return always;
      requestsLeft -= 1;
      if (requestsLeft > 0) return always;
      isMet = true;
      return spoiled;
    },
  };
};

export type TurnableLine = ReturnType<typeof turnableLine>;

/** Plays a round for each request that it makes after `spoil`: the first one is spoiled, then the second, until there is no such one. */
export const eachRequest = async (
  line: Pick<TurnableLine, 'spoils' | 'hasSpoiled'>,
  bad: Line,
  round: (spoil: () => void) => Promise<void>,
): Promise<void> => {
  let request = 0;
  do {
    request += 1;
    const spoilt = request;
    await round(() => line.spoils(bad, spoilt));
  } while (line.hasSpoiled());
};

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
