import { SECOND } from '#domain/instant.ts';
import type { Stopwatch } from './ports/clock.ts';
import { isProviderTrouble } from './ports/payment-provider.ts';

/** How long the provider is not asked again about the same thing, in milliseconds. */
const PAUSE = SECOND;

type Call<Settled> = {
  /** When it began. */
  readonly at: number;
  readonly settling: Promise<Settled>;
  isOver: boolean;
};

/**
 * `settle`, throttled: for each id it begins once in `PAUSE`, and never beside itself, however many ask. Otherwise anybody could use up
 * the calls that the provider allows us. All who ask meanwhile share its answer, or its error if the provider is away; no other error is
 * kept.
 */
export const throttleById = <Settled>(
  settle: (id: string) => Promise<Settled>,
  stopwatch: Stopwatch,
): ((id: string) => Promise<Settled>) => {
  const calls = new Map<string, Call<Settled>>();

  const begin = (id: string): Promise<Settled> => {
    const settling = settle(id);
    const call: Call<Settled> = { at: stopwatch(), settling, isOver: false };
    calls.set(id, call);
    settling.then(
      () => {
        call.isOver = true;
      },
      (error: unknown) => {
        call.isOver = true;
        if (!isProviderTrouble(error)) calls.delete(id);
      },
    );
    return settling;
  };

  return (id) => {
    const now = stopwatch();
    for (const [known, { at, isOver }] of calls) if (isOver && now - at >= PAUSE) calls.delete(known);
    return calls.get(id)?.settling ?? begin(id);
  };
};
