import type { Connection, FieldDef, Submittable } from 'pg';

import type { Execution, DriverConnection } from './execution.ts';
import type { Done, Pipeline } from './prepared-query.ts';

/**
 * Prepared statements that a server carries out as one transaction, in one packet: it commits at the end of the packet. All of them
 * have happened when the group is done, and none when the server has refused one; if the connection broke, nobody knows.
 */
export class PreparedGroup implements Submittable {
  /** Empty, as the driver records one statement for each query; for a group the statements of a connection are recorded here. */
  readonly name = '';
  readonly text = '';
  /** Set by the client that runs it. */
  callback: Done | undefined;
  readonly #executions: readonly Execution[];
  readonly #pipeline: Pipeline | undefined;
  /** How many have been carried out. When the group has failed, the next one is at fault; if there is none, it was the commit. */
  answered = 0;

  constructor(executions: readonly Execution[], pipeline: Pipeline | undefined) {
    [this.#executions, this.#pipeline] = [executions, pipeline];
  }

  submit(connection: Connection): void {
    const server = connection as unknown as DriverConnection;
    server.stream.cork();
    for (const execution of this.#executions) {
      const { name, text } = execution.statement;
      // Recorded before the answer: a connection on which one of them fails is not used again.
      if (execution.send(server)) server.parsedStatements[name] = text;
    }
    server.sync();
    server.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#executions[this.answered]?.describe(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#executions[this.answered]?.add(fields);
  }

  handleCommandComplete(): void {
    this.#executions[this.answered]?.complete();
    this.answered += 1;
  }

  handleError(error: Error): void {
    this.#leave();
    if (this.#pipeline !== undefined) this.#pipeline.isSpent = true;
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    this.#leave();
    this.callback?.(undefined, { rows: [] });
  }

  #leave(): void {
    if (this.#pipeline !== undefined) this.#pipeline.waiting -= 1;
  }
}
