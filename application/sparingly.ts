import { SECOND } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Clock } from './ports/clock.ts';
import { isProviderTrouble } from './ports/payment-provider.ts';

/** How long the provider is not asked again about the same thing, in milliseconds. */
const PAUSE = SECOND;

/**
 * Settles for everybody who asks: the provider is asked about each id once in `PAUSE`, however many do, or whoever may ask could
 * use up what the provider answers us. What they all get is what the first one got, a provider that is away included. No more is
 * kept than the last `PAUSE` in which somebody asked.
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
    // Those of before go, and those of a time to come: the clock was set back.
    for (const [known, last] of looks) if (Math.abs(at - last.at) >= PAUSE) looks.delete(known);
    const last = looks.get(id);
    if (last !== undefined) return last.settling;
    const settling = look(id);
    looks.set(id, { at, settling });
    return settling;
  };
};
