import type { Connection, FieldDef, Submittable } from 'pg';

import { Asking } from './asking.ts';
import type { Asked, Reading, Server } from './asking.ts';
import type { Row } from './shape.ts';

/** How many statements wait on a line. Each that is answered leaves it. */
export type Line = { waiting: number };

export type Done = (error: Error | null | undefined, found?: { readonly rows: readonly Row[] }) => void;

/** A prepared statement by itself, which the driver's clients and pools take like a query of theirs. */
export class PreparedQuery implements Submittable {
  readonly name: string;
  readonly text: string;
  /** Set by the client that it is given to. */
  callback: Done | undefined;
  readonly #asking: Asking;
  readonly #line: Line | undefined;

  /** On a `line` it is sent together with whatever else is asked there in this turn of the event loop. */
  constructor(asked: Asked, reading: Reading, line: Line | undefined) {
    const { name, text } = asked.statement;
    [this.name, this.text, this.#asking, this.#line] = [name, text, new Asking(asked, reading), line];
  }

  submit(connection: Connection): void {
    const server = connection as unknown as Server;
    const { stream, submittedNamedStatements } = server;
    if (this.#line !== undefined && stream.writableCorked === 0) {
      stream.cork();
      setImmediate(() => stream.uncork());
    }
    // All of it in one packet.
    stream.cork();
    if (this.#asking.send(server)) submittedNamedStatements[this.name] = this.text;
    server.sync();
    stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#asking.describe(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#asking.add(fields);
  }

  handleCommandComplete(): void {
    this.#asking.complete();
  }

  handleError(error: Error): void {
    this.#leave();
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    this.#leave();
    const { failure, rows } = this.#asking;
    this.callback?.(failure, { rows });
  }

  #leave(): void {
    if (this.#line !== undefined) this.#line.waiting -= 1;
  }
}
