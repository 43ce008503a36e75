import type { Check } from '#domain/check.ts';
import type { Instant } from '#domain/instant.ts';
import type { Overlay } from './overlay.ts';
import type { RowHolds } from './row-holds.ts';

/** What is looked at again until it is finished. */
type Checked = { readonly id: string; readonly check: Check };

const byDue = (a: Checked, b: Checked): number => a.check.at - b.check.at || (a.id < b.id ? -1 : 1);

/** Finds rows of the `kind` that are unfinished by their next look, the earliest first, and holds them. Those that others hold are left out. */
export const dueIn = <Value extends Checked>(
  overlay: Overlay<Value>,
  { holds, transaction }: { readonly holds: RowHolds; readonly transaction: object },
  { kind, isUnfinished }: { readonly kind: string; readonly isUnfinished: (value: Value) => boolean },
) => {
  const find = (isWanted: (at: Instant) => boolean, limit: number): readonly Value[] =>
    overlay
      .entries()
      .map(([, value]) => value)
      .filter((value) => isUnfinished(value) && isWanted(value.check.at))
      .toSorted(byDue)
      .filter(({ id }) => !holds.isHeldByOther(`${kind} ${id}`, transaction))
      .slice(0, limit)
      .flatMap(({ id }) => {
        holds.hold(`${kind} ${id}`, transaction);
        return overlay.findFresh(id) ?? [];
      });

  return {
    findDue: async (now: Instant, limit: number) => find((at) => at <= now, limit),
    findPutOff: async (from: Instant, limit: number) => find((at) => at >= from, limit),
  };
};
