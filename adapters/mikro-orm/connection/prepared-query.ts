import type { Writable } from 'node:stream';
import type { Connection, CustomTypesConfig, FieldDef, Submittable } from 'pg';

import { NOTHING, rowOf, shapeOf } from './shape.ts';
import type { Row, Shape, Shapes } from './shape.ts';
import type { Prepared } from './statement.ts';

/** A connection with what the driver's own queries use of it, beyond its declared type. */
type Server = {
  readonly stream: Writable;
  /** The statements that it knows, by their names. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  /** Those that it has been told, and has not answered for yet. */
  readonly submittedNamedStatements: Record<string, string>;
  readonly parse: (statement: Prepared) => void;
  readonly bind: (values: { readonly statement: string; readonly values: readonly (string | null)[] }) => void;
  readonly describe: (what: { readonly type: 'P' }) => void;
  readonly execute: (portal: { readonly portal: '' }) => void;
  readonly sync: () => void;
};

/** How many statements wait on a line. Each that is answered leaves it. */
export type Line = { waiting: number };

type Needs = {
  readonly statement: Prepared;
  readonly values: readonly (string | null)[];
  readonly types: CustomTypesConfig;
  readonly shapes: Shapes;
  /** The line that it waits on: it is sent together with whatever else is asked there in this turn of the event loop. */
  readonly line: Line | undefined;
};

export type Done = (error: Error | null | undefined, found?: { readonly rows: readonly Row[] }) => void;

/**
 * Sends a prepared statement to a server and reads its answer. The driver's own query asks each time what the rows will look like, which
 * for a few rows costs server and process a fifth of their time. This one asks once for each statement.
 */
export class PreparedQuery implements Submittable {
  readonly name: string;
  readonly text: string;
  /** Set by the client that it is given to. */
  callback: Done | undefined;
  readonly #needs: Needs;
  readonly #rows: Row[] = [];
  #shape: Shape | undefined;
  #failure: Error | undefined;

  constructor(needs: Needs) {
    const { name, text } = needs.statement;
    [this.name, this.text, this.#needs] = [name, text, needs];
    this.#shape = needs.shapes.get(name);
  }

  /** Answers why nothing could be sent, if so. */
  submit(connection: Connection): Error | undefined {
    const server = connection as unknown as Server;
    const { stream, parsedStatements, submittedNamedStatements } = server;
    const { statement, values, line } = this.#needs;
    const known = parsedStatements[this.name] ?? submittedNamedStatements[this.name];
    if (known !== undefined && known !== this.text) return new Error(`two statements are called '${this.name}'`);
    if (line !== undefined && stream.writableCorked === 0) {
      stream.cork();
      setImmediate(() => stream.uncork());
    }
    // All of it in one packet.
    stream.cork();
    if (known === undefined) {
      server.parse(statement);
      submittedNamedStatements[this.name] = this.text;
    }
    server.bind({ statement: this.name, values });
    if (this.#shape === undefined) server.describe({ type: 'P' });
    server.execute({ portal: '' });
    server.sync();
    stream.uncork();
    return undefined;
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    const { types } = this.#needs;
    this.#shape = shapeOf(fields, (type) => types.getTypeParser(type, 'text') as (text: string) => unknown);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(rowOf(this.#shape ?? NOTHING, fields));
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error('a value cannot be read');
    }
  }

  handleCommandComplete(): void {
    this.#needs.shapes.set(this.name, this.#shape ?? NOTHING);
  }

  handleError(error: Error): void {
    this.#leave();
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    this.#leave();
    this.callback?.(this.#failure, { rows: this.#rows });
  }

  #leave(): void {
    const { line } = this.#needs;
    if (line !== undefined) line.waiting -= 1;
  }
}
