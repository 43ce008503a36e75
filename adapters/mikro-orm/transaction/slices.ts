/** How many rows one statement writes or removes: few enough for the time limit of a statement. */
const MOST = 1_000;

/** The list in its order, cut into pieces that one statement can handle. */
export const slicesOf = <Value>(list: readonly Value[]): readonly (readonly Value[])[] =>
  Array.from({ length: Math.ceil(list.length / MOST) }, (_, place) => list.slice(place * MOST, (place + 1) * MOST));
