import { ownerOf } from './lead-headers.ts';

/** The columns of one place: in each list the first one counts that is filled. */
export type PlaceColumns = {
  readonly city: readonly number[];
  readonly state: readonly number[];
  readonly address: readonly number[];
};

/**
 * A city and a state with the same owner are one place; two of each under one name are two places. Of owners with only one of the two
 * nobody can tell which belong together, so all of them are candidates. A street belongs to the place of its owner; one whose owner has
 * no place may belong to any, and so may one that the operator has named.
 */
export const placesOf = (
  { city, state, address }: Readonly<Record<'city' | 'state' | 'address', readonly number[]>>,
  headers: readonly string[],
  isMapped: (index: number) => boolean,
): readonly PlaceColumns[] => {
  const ownerAt = (index: number): string => ownerOf(headers[index] ?? '');
  const [cities, states] = [Map.groupBy(city, ownerAt), Map.groupBy(state, ownerAt)];
  const streets = Map.groupBy(address, ownerAt);
  const hasNoPlace = (owner: string): boolean => !cities.has(owner) && !states.has(owner);
  const anywhere = address.filter((index) => isMapped(index) || hasNoPlace(ownerAt(index)));
  const whole = [...cities].flatMap(([owner, own]): readonly PlaceColumns[] => {
    const beside = states.get(owner) ?? [];
    if (beside.length === 0) return [];
    const count = own.length === beside.length ? own.length : 1;
    const shareOf = (columns: readonly number[], place: number): readonly number[] =>
      columns.length === count ? columns.slice(place, place + 1) : columns;
    return Array.from({ length: count }, (_, place) => ({
      city: shareOf(own, place),
      state: shareOf(beside, place),
      address: [...shareOf(streets.get(owner) ?? [], place), ...anywhere],
    }));
  });
  const isWhole = (owner: string): boolean => cities.has(owner) && states.has(owner);
  const other = {
    city: city.filter((index) => !states.has(ownerAt(index))),
    state: state.filter((index) => !cities.has(ownerAt(index))),
    address: address.filter((index) => isMapped(index) || !isWhole(ownerAt(index))),
  };
  return [...whole, other];
};
