import pg from 'pg';

export type Row = readonly unknown[];
export type Read = (name: string, text: string, values: readonly unknown[]) => Promise<readonly Row[]>;

/** As many connections as the product has. */
const MOST = 10;

/** A plan that is made while a table is empty would read it from end to end for ever after. */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/** The floor's two ways to its database: `prepared` statements are planned once, `planned` ones each time, with their values. */
export const floorDatabase = (connectionString: string) => {
  const utc = '-c TimeZone=UTC';
  const generic = new pg.Pool({ connectionString, max: MOST, options: `${utc} ${PLANNED_ONCE}` });
  const custom = new pg.Pool({ connectionString, max: MOST, options: utc });
  const prepared: Read = async (name, text, values) =>
    (await generic.query<unknown[]>({ name, text, values: [...values], rowMode: 'array' })).rows;
  const planned = async (text: string, values: readonly unknown[]): Promise<readonly Row[]> =>
    (await custom.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows;
  return { prepared, planned, connect: () => custom.connect() };
};

export type FloorDatabase = ReturnType<typeof floorDatabase>;
export type FloorReads = Pick<FloorDatabase, 'prepared' | 'planned'>;
