import { maskEmail, maskPhone } from '#domain/contact-mask.ts';
import { vaultSearchable } from '#domain/vault.ts';
import { placeOfPage } from '#domain/pages.ts';
import type { FloorDatabase, Row } from './floor-database.ts';

const NEWEST = 'order by vaulted_at desc, id desc';
const KEPT_ALL = `(select items from floor.kept where key = 'vaulted')`;

const pageStatement = (items: string, where: string): string =>
  `select ${KEPT_ALL}, total.items, v.id, v.first_name, v.last_name, v.email, v.phone, v.address1, v.city, v.state, v.description,
     v.price, (extract(epoch from v.vaulted_at) * 1000)::float8
   from (select (${items}) as items) as total left join floor.vaulted v on v.id = any(array(select id from floor.vaulted ${where} ${NEWEST}
     limit $1::bigint offset $2::bigint)) ${NEWEST}`;

const counted = (where: string): string => pageStatement(`select count(*)::int from floor.vaulted ${where}`, where);

const EVERYTHING = pageStatement(KEPT_ALL, '');
const OF_STATE = pageStatement(
  `coalesce((select items from floor.kept where key = 'vaulted ' || $3::text), 0)`,
  'where state = $3::text',
);
const FOUND = counted('where search like $3::text');
const FOUND_IN_STATE = counted('where search like $3::text and state = $4::text');

const DEAREST = `select id, city, state, email, phone, description, price from floor.vaulted
  order by price desc, vaulted_at desc, id desc limit 5`;

const text = (value: unknown): string => JSON.stringify(value);
const someText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const rowJson = ([, , id, first, last, email, phone, street, city, state, description, price, at]: Row): string =>
  `{"id":"${String(id)}","firstName":${text(first)},"lastName":${text(last)},"email":${text(email)},"phoneNumber":${text(phone)},"address1":${text(street)},"city":${text(city)},"state":"${String(state)}","description":${text(description)},"leadPrice":${Number(price) / 100},"vaultedDate":"${new Date(Number(at)).toISOString()}"}`;

/** The floor's answers about the vault, as text; who asks has been looked up already. */
export const floorVault = ({ prepared, planned }: Pick<FloorDatabase, 'prepared' | 'planned'>) => {
  const read = (search: string, state: string | undefined, size: number, offset: number): Promise<readonly Row[]> => {
    // Planned with its value each time: how many leads a pattern finds decides how to look for them.
    const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    if (search !== '')
      return state === undefined
        ? planned(FOUND, [size, offset, pattern])
        : planned(FOUND_IN_STATE, [size, offset, pattern, state]);
    return state === undefined
      ? prepared('vault', EVERYTHING, [size, offset])
      : prepared('vault of a state', OF_STATE, [size, offset, state]);
  };

  const page = async (query: URLSearchParams, wish = Number(query.get('page') ?? 1)): Promise<string> => {
    const size = Number(query.get('size') ?? 10);
    const state = query.get('state')?.toUpperCase();
    const search = vaultSearchable(query.get('search') ?? '');
    const rows = await read(search, state, size, (wish - 1) * size);
    const [totalAll, totalItems] = [Number(rows[0]?.[0] ?? 0), Number(rows[0]?.[1] ?? 0)];
    const { currentPage, totalPages } = placeOfPage(totalItems, { page: wish, size });
    if (currentPage < wish && totalItems > 0) return page(query, currentPage);
    const data = rows.filter((row) => row[2] !== null).map(rowJson);
    return `{"data":[${data.join(',')}],"currentPage":${currentPage},"totalPages":${totalPages},"totalItems":${totalItems},"totalAll":${totalAll}}`;
  };

  const top5 = async (): Promise<string> => {
    const rows = await prepared('dearest', DEAREST, []);
    const data = rows.map(
      ([id, city, state, email, phone, description, price]) =>
        `{"id":"${String(id)}","city":${text(city)},"state":"${String(state)}","email":${text(maskEmail(someText(email)))},"phoneNumber":${text(maskPhone(someText(phone)))},"description":${text(description)},"leadPrice":${Number(price) / 100}}`,
    );
    return `[${data.join(',')}]`;
  };
  return { page, top5 };
};
