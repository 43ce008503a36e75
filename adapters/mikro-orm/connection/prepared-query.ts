import type { Connection, FieldDef, Submittable } from 'pg';

import { Execution } from './execution.ts';
import type { Bound, Decoding, DriverConnection } from './execution.ts';
import type { Row } from './shape.ts';

/** A pipelined connection. */
export type Pipeline = {
  /** How many queries wait on it. Each answer decreases it. */
  waiting: number;
  /** Whether it is closed as soon as nobody waits, and takes no others until then. */
  isSpent: boolean;
};

export type Done = (error: Error | null | undefined, found?: { readonly rows: readonly Row[] }) => void;

/** A single prepared statement, which the driver's clients and pools accept like their own queries. */
export class PreparedQuery implements Submittable {
  readonly name: string;
  readonly text: string;
  /** Set by the client that runs it. */
  callback: Done | undefined;
  readonly #execution: Execution;
  readonly #pipeline: Pipeline | undefined;
  readonly #isLate: boolean;

  /** On a `pipeline` it is sent together with the other statements there in this turn of the event loop. */
  constructor(bound: Bound, decoding: Decoding, pipeline: Pipeline | undefined) {
    const { name, text, isLate = false } = bound.statement;
    [this.name, this.text, this.#isLate] = [name, text, isLate];
    [this.#execution, this.#pipeline] = [new Execution(bound, decoding), pipeline];
  }

  submit(connection: Connection): void {
    const server = connection as unknown as DriverConnection;
    const { stream, submittedNamedStatements } = server;
    if (this.#pipeline !== undefined && stream.writableCorked === 0) {
      stream.cork();
      const send = (): void => stream.uncork();
      if (this.#isLate) process.nextTick(send);
      else setImmediate(send);
    }
    // Sends all of it in one packet.
    stream.cork();
    if (this.#execution.send(server)) submittedNamedStatements[this.name] = this.text;
    server.sync();
    stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#execution.describe(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#execution.add(fields);
  }

  handleCommandComplete(): void {
    this.#execution.complete();
  }

  handleError(error: Error): void {
    this.#leave();
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    this.#leave();
    const { failure, rows } = this.#execution;
    this.callback?.(failure, { rows });
  }

  #leave(): void {
    if (this.#pipeline !== undefined) this.#pipeline.waiting -= 1;
  }
}
