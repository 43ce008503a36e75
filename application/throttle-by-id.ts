import { SECOND } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Clock } from './ports/clock.ts';
import { isProviderTrouble } from './ports/payment-provider.ts';

/** How long the provider is not asked again about the same thing, in milliseconds. */
const PAUSE = SECOND;

/**
 * `settle`, throttled: it runs once in `PAUSE` for each id, however many ask. Otherwise anybody could use up the calls that the provider
 * allows us. All who ask within that time share its answer, or its error if the provider is away; no other error is kept.
 */
export const throttleById = <Settled>(
  settle: (id: string) => Promise<Settled>,
  clock: Clock,
): ((id: string) => Promise<Settled>) => {
  const calls = new Map<string, { readonly at: Instant; readonly settling: Promise<Settled> }>();

  const call = async (id: string): Promise<Settled> => {
    try {
      return await settle(id);
    } catch (error) {
      if (!isProviderTrouble(error)) calls.delete(id);
      throw error;
    }
  };

  return (id) => {
    const at = clock();
    // Old calls go, and so do those from the future, which a clock that was set back has left.
    for (const [known, last] of calls) if (Math.abs(at - last.at) >= PAUSE) calls.delete(known);
    const last = calls.get(id);
    if (last !== undefined) return last.settling;
    const settling = call(id);
    calls.set(id, { at, settling });
    return settling;
  };
};
