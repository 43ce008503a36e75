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
export const sparingly = <Settled>(
  settle: (id: string) => Promise<Settled>,
  clock: Clock,
): ((id: string) => Promise<Settled>) => {
  const looks = new Map<string, { readonly at: Instant; readonly settling: Promise<Settled> }>();

  const look = async (id: string): Promise<Settled> => {
    try {
      return await settle(id);
    } catch (error) {
      if (!isProviderTrouble(error)) looks.delete(id);
      throw error;
    }
  };

  return (id) => {
    const at = clock();
    // Old ones go, and those from the future: the clock was set back.
    for (const [known, last] of looks) if (Math.abs(at - last.at) >= PAUSE) looks.delete(known);
    const last = looks.get(id);
    if (last !== undefined) return last.settling;
    const settling = look(id);
    looks.set(id, { at, settling });
    return settling;
  };
};
