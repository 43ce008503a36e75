import { setTimeout as wait } from 'node:timers/promises';

import { refused } from './answer.ts';
import type { OperatorAnswer } from './answer.ts';
import { SILENT, askServer } from './ask-server.ts';
import type { Hearing } from './ask-server.ts';
import type { Operation } from './operation.ts';
import type { Caller, RunOperation } from './run-operation.ts';

/** The product opened by the command itself. */
type Opened = { readonly run: RunOperation; readonly close: () => Promise<void> };

type Needs = {
  /** The embedded database's folder; `undefined` where a server's database is open to several processes. */
  readonly folder: string | undefined;
  readonly who: string;
  /** Opens the data; `undefined` while another process has them. */
  readonly open: () => Promise<Opened | undefined>;
  /** How long another command or a starting server is waited for, in milliseconds. */
  readonly patience?: number;
  /** How long of that the server may take to say that it is there, in milliseconds. */
  readonly firstPatience?: number;
  /** Between one try and the next, in milliseconds. */
  readonly pause?: number;
};

const runOn = async ({ run, close }: Opened, operation: Operation, caller: Caller): Promise<OperatorAnswer> => {
  try {
    return await run(operation, caller);
  } finally {
    await close();
  }
};

const IN_USE = refused(
  'in-use',
  'The data folder is in use by another process that takes no commands. Try again when it has ended.',
);

/**
 * Has operations done by whoever has the data: the running server if there is one, else this process. Between a server that
 * is starting or stopping and another command, the folder has an owner that does not answer: that passes.
 */
export const reach =
  ({ folder, who, open, patience = 30_000, firstPatience, pause = 200 }: Needs) =>
  async (operation: Operation, hearing: Hearing): Promise<OperatorAnswer> => {
    const asked = { operation, who, ...hearing, ...(firstPatience !== undefined && { firstPatience }) };
    const end = performance.now() + patience;
    for (;;) {
      const answer = folder === undefined ? undefined : await askServer({ folder, ...asked });
      if (answer !== undefined && answer !== SILENT) return answer;
      const opened = await open();
      if (opened !== undefined) return runOn(opened, operation, { who, onProgress: hearing.onProgress });
      if (performance.now() >= end) return answer ?? IN_USE;
      await wait(pause);
    }
  };
