import { NO_PLACES } from './places.ts';
import type { NumberedPlace, PlaceDictionary } from './places.ts';
import type { Query } from '#adapters/mikro-orm/connection/query.ts';

/** How many places are read by one statement, and sorted in one turn of the event loop. */
const AT_A_TIME = 2_000;

/**
 * Identifies a place. Its number alone does not: after a failover or a restore that has lost a place, the number is given out again.
 * That this happens in a transaction of the same number (`xmin`), and to the same city, is all but impossible.
 */
const MARK = `concat_ws(' ', id, xmin, city, state)`;

/** The mark of the newest place. A process that knows it knows all places. */
export const NEWEST_PLACE = `(select ${MARK} from place order by id desc limit 1)`;

const LEARN = `select id, city, state, ${MARK} as mark from place where id >= $1::int order by id limit $2::bigint`;

/** A dictionary of all places: the known one and newer places; a new one if the newest known place does not exist any more. */
export const learnPlaces = async (query: Query, known: PlaceDictionary): Promise<PlaceDictionary> => {
  const places = await query<NumberedPlace>(LEARN, [known.newest.id, AT_A_TIME]);
  if (known.newest.id > 0 && places[0]?.mark !== known.newest.mark) return learnPlaces(query, NO_PLACES);
  const all = known.and(places);
  return places.length < AT_A_TIME ? all : learnPlaces(query, all);
};
