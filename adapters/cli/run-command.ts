import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';

import { UnreadableFile } from '#application/ports/lead-file.ts';
import type { OperatorAnswer } from './answer.ts';
import { refused } from './answer.ts';
import type { Hearing } from './ask-server.ts';
import { understand } from './command-line.ts';
import type { Environment } from './kept-by-npm.ts';
import type { Operation } from './operation.ts';
import { answerJson, answerText } from './print.ts';
import { noBar, progressBar } from './progress-bar.ts';
import { withTrueFile } from './true-file.ts';

type Output = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY'>>;
type Input = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY'>>;

type Needs = {
  /** The words after the program's name. */
  readonly words: readonly string[];
  /** The folder in which the command was given. */
  readonly folder: string;
  /** In which npm leaves the options that it has kept. */
  readonly environment: Environment;
  readonly input: Input;
  readonly output: Output;
  readonly errors: Output;
  /** Whether the environment asks for plain text. */
  readonly isPlain: boolean;
  /** Has it done, by the running server or on the data themselves. */
  readonly reach: (operation: Operation, hearing: Hearing) => Promise<OperatorAnswer>;
  /** Has something said when the operator interrupts the command, which ends then. */
  readonly atInterrupt: (tell: () => void) => void;
};

/** 0: done; 1: refused or failed; 2: not understood. */
export type ExitCode = 0 | 1 | 2;

const UNASKED =
  'error: this cannot be undone: say --yes where nobody can be asked, behind the -- of npm: npm run leads -- … --yes';

const GOES_ON =
  'The running server goes on with what it was asked. What it changes is told by: npm run leads -- audit\n';

const isYes = async ({ input, errors }: Needs, question: string): Promise<boolean> => {
  const asker = createInterface({ input, output: errors });
  try {
    const closed = new Promise<string>((resolve) => void asker.once('close', () => resolve('')));
    return /^y(es)?$/i.test((await Promise.race([asker.question(`${question} [y/N] `), closed])).trim());
  } finally {
    asker.close();
  }
};

/** Wrong settings, a database that does not answer, a folder that may not be read: the message is the system's, or ours. */
const notReached = (error: unknown): OperatorAnswer => {
  if (error instanceof UnreadableFile) return refused('unreadable', error.message);
  const message = error instanceof Error && error.message !== '' ? error.message : String(error);
  // Wrong settings are told in a line each.
  return { ...refused('not-reached', message), lines: message.split('\n') };
};

/** One command from its words to its exit code. What is asked for goes to the output, all else to the errors. */
export const runCommand = async (needs: Needs): Promise<ExitCode> => {
  const { words, folder, environment, input, output, errors, isPlain, reach, atInterrupt } = needs;
  const understood = understand(words, folder, environment);
  if (understood.is === 'help') {
    output.write(understood.text);
    return 0;
  }
  const wrong = (message: string, isJson: boolean): ExitCode => {
    errors.write(`${message}\n`);
    if (isJson) output.write(answerJson(refused('usage', message)));
    return 2;
  };
  if (understood.is === 'wrong') return wrong(understood.message, understood.isJson);
  const { operation, question, isJson, isConfirmed } = understood;

  if (question !== undefined && !isConfirmed) {
    if (input.isTTY !== true || errors.isTTY !== true) return wrong(UNASKED, isJson);
    if (!(await isYes(needs, question))) {
      errors.write('Nothing was done.\n');
      if (isJson) output.write(answerJson(refused('not-confirmed', 'Nothing was done.')));
      return 1;
    }
  }

  const bar = errors.isTTY === true ? progressBar(errors) : noBar;
  let isOver = false;
  const onAsked = () =>
    atInterrupt(() => {
      if (isOver) return;
      bar.stop();
      errors.write(GOES_ON);
    });
  const answer = await withTrueFile(operation)
    .then((asked) => reach(asked, { onProgress: bar.onProgress, onAsked }))
    .catch(notReached)
    .finally(bar.stop);
  isOver = true;
  if (isJson) output.write(answerJson(answer));
  else {
    const stream = answer.is === 'done' ? output : errors;
    stream.write(answerText(answer, { hasColor: stream.isTTY === true && !isPlain }));
  }
  return answer.is === 'done' ? 0 : 1;
};
