import type { Check } from '#domain/check.ts';
import type { Instant } from '#domain/instant.ts';
import type { Overlay } from './overlay.ts';
import type { RowHolds } from './row-holds.ts';

/** What is looked at again until it is finished. */
type Checked = { readonly id: string; readonly check: Check };

const byDue = (a: Checked, b: Checked): number => a.check.at - b.check.at || (a.id < b.id ? -1 : 1);

/** Finds rows of the `kind` that are unfinished and due, longest due first, and holds them. Those that others hold are left out. */
export const dueIn =
  <Value extends Checked>(
    overlay: Overlay<Value>,
    { holds, transaction }: { readonly holds: RowHolds; readonly transaction: object },
    { kind, isUnfinished }: { readonly kind: string; readonly isUnfinished: (value: Value) => boolean },
  ) =>
  async (now: Instant, limit: number): Promise<readonly Value[]> =>
    overlay
      .entries()
      .map(([, value]) => value)
      .filter((value) => isUnfinished(value) && value.check.at <= now)
      .toSorted(byDue)
      .filter(({ id }) => !holds.isHeldByOther(`${kind} ${id}`, transaction))
      .slice(0, limit)
      .flatMap(({ id }) => {
        holds.hold(`${kind} ${id}`, transaction);
        return overlay.findFresh(id) ?? [];
      });
