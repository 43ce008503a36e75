import { userInfo } from 'node:os';
import { resolve } from 'node:path';

import { DataFolderInUse } from '#adapters/mikro-orm/connection/folder-owner.ts';
import { hasPglite } from '#adapters/mikro-orm/connection/pglite.ts';
import { pinoLog } from '#adapters/pino/log.ts';
import { reach } from '#adapters/cli/reach.ts';
import { runCommand } from '#adapters/cli/run-command.ts';
import { settingsFrom } from './environment.ts';
import type { Settings } from './environment.ts';
import { startProblem } from './start-problem.ts';

/** The operator: the user name on this machine, which the audit records. */
const who = (): string => {
  try {
    return userInfo().username;
  } catch {
    // The user of a container may have no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
};

/** A command serves no requests. */
const NO_WEB = { files: new Map(), shell: () => Promise.resolve('') };

/** If a command finds no shop in the folder, its name may be mistyped, or `DATABASE_URL` left out. */
const newFolder = async ({ database }: Settings): Promise<string | undefined> =>
  database.kind === 'embedded' && !(await hasPglite(database.folder)) ? resolve(database.folder) : undefined;

/** Opens the product for a command. Problems on the way go to standard error, not into the answer. */
const open = async (settings: Settings) => {
  try {
    const folder = await newFolder(settings);
    // Loaded only here: most of a command's time would be the loading of a shop that a running process has already.
    const { compose } = await import('./compose.ts');
    // An operator's first import must not be mixed with sample data, and a command leaves the jobs to the serving processes.
    const log = pinoLog(settings.logLevel, process.stderr);
    const product = await compose({ ...settings, sampleData: false, role: 'web' }, { web: NO_WEB, log });
    if (folder !== undefined)
      console.error(
        `There was no shop in ${folder}: an empty one was begun there. If yours is elsewhere, name it by DATA_DIR or DATABASE_URL.`,
      );
    return { run: product.operate, close: product.close };
  } catch (error) {
    if (error instanceof DataFolderInUse) return undefined;
    throw error;
  }
};

/** Adds the setting that leads to the data, where the data cannot be reached. */
const named = (error: unknown, settings: Settings): unknown => {
  const problem = startProblem(error, settings);
  return problem === undefined ? error : new Error(problem, { cause: error });
};

/** After its message at Ctrl-C the command ends by that signal, as it would without one. */
const atInterrupt = (tell: () => void): void => {
  process.once('SIGINT', () => {
    tell();
    process.kill(process.pid, 'SIGINT');
  });
};

// The reader may stop before the end, as `… | head -1` does. An output that fails in another way is an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  console.error(`The answer could not be written: ${error.message}`);
  process.exitCode = 1;
});
process.stderr.on('error', () => {});

/** Runs one command of the operator with the settings of the environment, which are the server's. */
process.exitCode = await runCommand({
  words: process.argv.slice(2),
  // npm runs a script in the folder of the package, and passes the folder of the caller.
  folder: process.env['INIT_CWD'] ?? process.cwd(),
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  isPlain: (process.env['NO_COLOR'] ?? '') !== '',
  atInterrupt,
  reach: async (operation, hearing) => {
    const settings = settingsFrom(process.env);
    const folder = settings.database.kind === 'embedded' ? settings.database.folder : undefined;
    return reach({ folder, who: who(), open: () => open(settings) })(operation, hearing).catch((error: unknown) => {
      throw named(error, settings);
    });
  },
});
