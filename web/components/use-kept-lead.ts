import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

type Kept = { readonly id: string | undefined; readonly top: number };

const rowsOf = (list: HTMLElement | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-lead]') ?? []),
];

const topOf = (row: Element): number => row.getBoundingClientRect().top;

/**
 * Keeps the lead that is being read in its place while the list gets other rows. The list marks each row with `data-lead` and the id of
 * its lead. `keep` picks the first row in sight and answers its index, from 0; the next `answer` is scrolled so that this row stands
 * where it stood.
 */
export const useKeptLead = (list: RefObject<HTMLElement | null>, answer: unknown): { readonly keep: () => number } => {
  const kept = useRef<Kept>(undefined);

  useLayoutEffect(() => {
    const before = kept.current;
    kept.current = undefined;
    const row = before && rowsOf(list.current).find(({ dataset }) => dataset['lead'] === before.id);
    if (row) window.scrollBy(0, topOf(row) - before.top);
  }, [list, answer]);

  const keep = (): number => {
    const all = rowsOf(list.current);
    const found = all.findIndex((row) => topOf(row) >= 0);
    const index = found < 0 ? all.length - 1 : found;
    const row = all[index];
    kept.current = row && { id: row.dataset['lead'], top: topOf(row) };
    return index;
  };
  return { keep };
};
