import type { Writable } from 'node:stream';
import type { CustomTypesConfig, FieldDef } from 'pg';

import { NOTHING, rowOf, shapeOf } from './shape.ts';
import type { Row, Shape, Shapes } from './shape.ts';
import type { Prepared } from './statement.ts';

/** A connection with the properties that the driver's own queries use, beyond its declared type. */
export type DriverConnection = {
  readonly stream: Writable;
  /** The statements that the server has parsed, by their names. */
  readonly parsedStatements: Record<string, string>;
  /** The statements that were sent to it and not answered yet. */
  readonly submittedNamedStatements: Record<string, string>;
  readonly parse: (statement: Prepared) => void;
  readonly bind: (values: { readonly statement: string; readonly values: readonly (string | null)[] }) => void;
  readonly describe: (what: { readonly type: 'P' }) => void;
  readonly execute: (portal: { readonly portal: '' }) => void;
  readonly sync: () => void;
};

/** A statement with its values bound to it, as texts that PostgreSQL reads. */
export type Bound = { readonly statement: Prepared; readonly values: readonly (string | null)[] };

/** How the rows of an answer are decoded. */
export type Decoding = { readonly types: CustomTypesConfig; readonly shapes: Shapes };

/**
 * One execution of a statement by a server, and the rows that come back. The driver's own query asks for the shape of the rows each
 * time, which for a few rows costs server and process a fifth of their time. This one asks once for each statement.
 */
export class Execution {
  readonly statement: Prepared;
  readonly rows: Row[] = [];
  /** Why a value cannot be decoded, if so. */
  failure: Error | undefined;
  readonly #values: readonly (string | null)[];
  readonly #decoding: Decoding;
  #shape: Shape | undefined;

  constructor({ statement, values }: Bound, decoding: Decoding) {
    [this.statement, this.#values, this.#decoding] = [statement, values, decoding];
    this.#shape = decoding.shapes.get(statement.name);
  }

  /** Answers whether the text had to be sent first. The transaction goes on until `sync`. */
  send(server: DriverConnection): boolean {
    const { name } = this.statement;
    const isNew = (server.parsedStatements[name] ?? server.submittedNamedStatements[name]) === undefined;
    if (isNew) server.parse(this.statement);
    server.bind({ statement: name, values: this.#values });
    if (this.#shape === undefined) server.describe({ type: 'P' });
    server.execute({ portal: '' });
    return isNew;
  }

  describe(fields: readonly FieldDef[]): void {
    const { types } = this.#decoding;
    this.#shape = shapeOf(fields, (type) => types.getTypeParser(type, 'text') as (text: string) => unknown);
  }

  add(fields: readonly (string | null)[]): void {
    try {
      this.rows.push(rowOf(this.#shape ?? NOTHING, fields));
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error('a value cannot be read');
    }
  }

  complete(): void {
    this.#decoding.shapes.set(this.statement.name, this.#shape ?? NOTHING);
  }
}
