import type { Documents, Json } from '#application/ports/documents.ts';
import type { Query } from './connection/query.ts';

type Row = { readonly body: string };

const READ = {
  name: 'read document',
  text: 'select body::text as body from development_document where collection = $1 and id = $2',
};

const ADD = {
  name: 'add document',
  text: `insert into development_document (collection, id, body) values ($1, $2, $3::text::json)
    on conflict (collection, id) do nothing returning id`,
  sharesCommit: true,
} as const;

// The column holds the text exactly as it was written, so equal text means that nobody has written since.
const REPLACE = {
  name: 'replace document',
  text: `update development_document set body = $3::text::json
    where collection = $1 and id = $2 and body::text = $4 returning id`,
  sharesCommit: true,
} as const;

const NEWEST = 'select body::text as body from development_document where collection = $1 order by seq desc limit $2';

const jsonOf = ({ body }: Row): Json => JSON.parse(body) as Json;

/**
 * Documents in a table, the same for all processes. Each change replaces the document that it has read, or is made again on the present
 * one.
 */
export const databaseDocuments = ({ query }: { readonly query: Query }): Documents => {
  const rowOf = async (collection: string, id: string): Promise<Row | undefined> =>
    (await query<Row>(READ, [collection, id]))[0];

  return {
    read: async (collection, id) => {
      const row = await rowOf(collection, id);
      return row && jsonOf(row);
    },
    add: async (collection, id, document) => {
      const body = JSON.stringify(document);
      const added = await query(ADD, [collection, id, body]);
      return jsonOf((added.length === 0 && (await rowOf(collection, id))) || { body });
    },
    change: async (collection, id, next) => {
      for (;;) {
        const row = await rowOf(collection, id);
        const changed = next(row && jsonOf(row));
        if (changed === undefined) return row && jsonOf(row);
        const body = JSON.stringify(changed);
        const written =
          row === undefined
            ? await query(ADD, [collection, id, body])
            : await query(REPLACE, [collection, id, body, row.body]);
        if (written.length > 0) return jsonOf({ body });
      }
    },
    newest: async (collection, limit) => (await query<Row>(NEWEST, [collection, limit])).map(jsonOf),
  };
};
