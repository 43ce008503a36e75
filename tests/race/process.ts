import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { BARE_ENVIRONMENT } from '#tests/support/bare-environment.ts';
import { START_FLAGS } from '#tests/support/start-command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type Line = { readonly level: string; readonly event: string } & Readonly<Record<string, unknown>>;

export type Running = {
  /** Where it listens: `http://127.0.0.1:…`. */
  readonly address: string;
  readonly pid: number;
  readonly signal: (signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL') => void;
  /** Its exit code; `null` if it was killed. */
  readonly ended: Promise<number | null>;
  readonly printed: () => string;
  /** What it has logged. */
  readonly lines: () => readonly Line[];
};

/** Starts the product as `npm start` does, by `config/main.ts` unless another file is named, on a free port. */
export const startProcess = async (
  environment: Readonly<Record<string, string>>,
  file = 'config/main.ts',
): Promise<Running> => {
  const child = spawn(process.execPath, [...START_FLAGS, file], {
    cwd: ROOT,
    env: { ...BARE_ENVIRONMENT, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const orphan = (): void => void child.kill('SIGKILL');
  process.once('exit', orphan);
  let printed = '';
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      process.off('exit', orphan);
      resolve(code);
    }),
  );
  const listening = Promise.withResolvers<string | undefined>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const port = /http:\/\/localhost:(\d+)/.exec(printed)?.[1];
      if (port !== undefined) listening.resolve(`http://127.0.0.1:${port}`);
    });
  void ended.then(() => listening.resolve(undefined));
  const address = await listening.promise;
  if (address === undefined) throw new Error(`the product did not start:\n${printed}`);
  return {
    address,
    pid: child.pid ?? 0,
    signal: (signal) => void child.kill(signal),
    ended,
    printed: () => printed,
    lines: () => (printed.match(/^\{.*\}$/gm) ?? []).map((line) => JSON.parse(line) as Line),
  };
};
