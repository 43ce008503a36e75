import { leadSearch } from '#domain/lead-search.ts';
import type { LeadSearch } from '#domain/lead-search.ts';
import { placeOfPage } from '#domain/pages.ts';
import type { FloorDatabase, Row } from './floor-database.ts';
import { floorPlaces } from './floor-places.ts';

/** So few places, or leads so rare, are merged from an index of their own; else the index of all is walked. */
const FEW_PLACES = 4;
const RARE = 1 / 200;

/** The total and the rows of one statement: `ids` finds the rows' ids in an index that has the order. */
const statement = (total: string, ids: string): string =>
  `select total.items, l.id, l.place_id, l.price, l.description, l.has_email, l.has_phone from (${total}) as total
   left join floor.listed l on l.id = any(array(${ids})) order by l.listed_at desc, l.id`;
const window = 'limit $1::bigint offset $2::bigint';

const KEPT = `select items from floor.kept where key = 'listed'`;
const OF_STATE = `select coalesce((select items from floor.kept where key = 'listed ' || $3::text), 0) as items`;
const SUMMED = 'select coalesce(sum(listed), 0)::int as items from floor.place where id = any($3::int[])';

const FORWARDS = statement(KEPT, `select id from floor.listed order by listed_at desc, id ${window}`);
const BACKWARDS = statement(KEPT, `select id from floor.listed order by listed_at, id desc ${window}`);
const IN_STATE = statement(
  OF_STATE,
  `select id from floor.listed where state = $3::text order by listed_at desc, id ${window}`,
);
const WALKED = statement(
  SUMMED,
  `select id from floor.listed where (place_id + 0) = any($3::int[]) order by listed_at desc, id ${window}`,
);
const MERGED = statement(
  SUMMED,
  `select top.id from unnest($3::int[]) as place (id) cross join lateral (select id, listed_at from floor.listed
     where place_id = place.id order by listed_at desc, id limit $1::bigint + $2::bigint) as top
   order by top.listed_at desc, top.id ${window}`,
);

/** The floor's answer to the marketplace's list, as text. */
export const floorLists = async ({ prepared, planned }: Pick<FloorDatabase, 'prepared' | 'planned'>) => {
  const places = floorPlaces(await planned('select id, city, state, search, listed from floor.place order by id', []));

  const rowJson = ([, id, place, price, description, email, phone]: Row): string =>
    `{"id":"${String(id)}",${places.jsonOf(place)},"price":${Number(price) / 100},"description":${JSON.stringify(description)},"hasEmail":${String(email)},"hasPhoneNumber":${String(phone)}}`;

  /** From whichever end is nearer. */
  const everything = (size: number, offset: number): Promise<readonly Row[]> => {
    const end = Math.min(offset + size, places.all);
    return offset * 2 < places.all
      ? prepared('forwards', FORWARDS, [size, offset])
      : prepared('backwards', BACKWARDS, [Math.max(0, end - offset), places.all - end]);
  };

  const read = (search: LeadSearch, size: number, offset: number): Promise<readonly Row[]> => {
    if (search.by === 'everything') return everything(size, offset);
    const wanted = places.find(search);
    if ('state' in wanted) return prepared('state', IN_STATE, [size, offset, wanted.state]);
    const { ids, items } = wanted;
    return ids.length <= FEW_PLACES || items < places.all * RARE
      ? prepared('merged', MERGED, [size, offset, ids])
      : prepared('walked', WALKED, [size, offset, ids]);
  };

  const page = async (query: URLSearchParams, wish = Number(query.get('page') ?? 1)): Promise<string> => {
    const size = Number(query.get('size') ?? 10);
    const rows = await read(leadSearch(query.get('search') ?? ''), size, (wish - 1) * size);
    const totalItems = Number(rows[0]?.[0] ?? 0);
    const { currentPage, totalPages } = placeOfPage(totalItems, { page: wish, size });
    if (currentPage < wish && totalItems > 0) return page(query, currentPage);
    const data = rows.filter(([, id]) => id !== null).map(rowJson);
    return `{"data":[${data.join(',')}],"currentPage":${currentPage},"totalPages":${totalPages},"totalItems":${totalItems}}`;
  };
  return page;
};
