/** What happened, in order: printed when something is wrong. */
export type Diary = {
  /** `who` is a buyer, or `shop` and perhaps the number of its process. */
  readonly note: (who: string, what: string) => void;
  /** All lines of the shop, and all of those buyers who ever mention one of the names. */
  readonly about: (names: readonly string[]) => readonly string[];
};

type Line = { readonly at: number; readonly who: string; readonly what: string };

export const newDiary = (): Diary => {
  const started = performance.now();
  const lines: Line[] = [];
  return {
    note: (who, what) => {
      lines.push({ at: performance.now() - started, who, what });
    },
    about: (names) => {
      const mentions = ({ who, what }: Line): boolean => names.some((name) => who === name || what.includes(name));
      const concerned = new Set(lines.filter(mentions).map(({ who }) => who));
      return lines
        .filter(({ who }) => who.startsWith('shop') || concerned.has(who))
        .map(({ at, who, what }) => `${at.toFixed(0).padStart(7)} ms  ${who}: ${what}`);
    },
  };
};
