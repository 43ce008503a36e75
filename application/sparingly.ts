import { SECOND } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Clock } from './ports/clock.ts';
import { isProviderTrouble } from './ports/payment-provider.ts';

/** How long the provider is not asked again about the same thing, in milliseconds. */
const PAUSE = SECOND;

/**
 * Settles for everybody who asks. The provider is asked about each id once in `PAUSE`, however many ask: otherwise anybody could use
 * up what the provider lets us ask. They all get what the first one got, also when the provider is away. Only answers of the last
 * `PAUSE` in which somebody asked are kept.
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
