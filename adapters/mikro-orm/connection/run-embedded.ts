import { protocol } from '@electric-sql/pglite';
import type { PGlite } from '@electric-sql/pglite';

import type { Run } from './query.ts';
import { NOTHING, rowOf, shapeOf } from './shape.ts';
import type { Shape } from './shape.ts';
import { plainValues } from './statement.ts';
import type { Prepared } from './statement.ts';

const { serialize } = protocol;
const { DataRowMessage, RowDescriptionMessage } = protocol.messages;

/**
 * Runs statements on the embedded database. A named statement is parsed once, planned as a server plans it, and takes one step each
 * time. The library's own `query` takes six steps, and parses and plans each time, which is most of the cost of a short statement.
 */
export const runEmbedded = (pglite: PGlite): Run => {
  const known = new Map<string, { readonly text: string; readonly shape: Shape }>();

  const send = async (...messages: readonly Uint8Array[]) =>
    (await pglite.execProtocol(Buffer.concat([...messages, serialize.sync()]))).messages;

  const prepare = async ({ name, text }: Prepared): Promise<Shape> => {
    const answers = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const description = answers.find((message) => message instanceof RowDescriptionMessage);
    const shape = description === undefined ? NOTHING : shapeOf(description.fields, readerOf);
    known.set(name, { text, shape });
    return shape;
  };

  const shapeFor = async (statement: Prepared): Promise<Shape> => {
    const found = known.get(statement.name);
    if (found === undefined) return prepare(statement);
    if (found.text !== statement.text) throw new Error(`two statements are called '${statement.name}'`);
    return found.shape;
  };

  const readerOf =
    (dataTypeID: number) =>
    (text: string): unknown => {
      const parse = pglite.parsers[dataTypeID];
      return parse === undefined ? text : parse(text, dataTypeID);
    };

  /** Waits until no transaction is open and no other statement runs: there is one session for all. */
  const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
    pglite._runExclusiveTransaction(() => pglite.runExclusive(work));

  return async (statement, parameters) => {
    if (typeof statement === 'string') return pglite.query(statement, parameters);
    const values = plainValues(parameters);
    if (values === undefined) return pglite.query(statement.text, parameters);
    return alone(async () => {
      if (pglite.closed) throw new Error('the embedded database is closed');
      const shape = await shapeFor(statement);
      const answers = await send(serialize.bind({ statement: statement.name, values }), serialize.execute({}));
      return {
        rows: answers.filter((message) => message instanceof DataRowMessage).map(({ fields }) => rowOf(shape, fields)),
      };
    });
  };
};
