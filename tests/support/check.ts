// Every check of the project: the static ones side by side, then all tests. Ends with the line `N passed, N failed`, in which each
// static check counts as one, and exits with 1 when anything failed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Tally = { readonly passed: number; readonly failed: number; readonly skipped: number };
type TestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const staticChecks = ['types', 'lint', 'format:check', 'dead-code', 'build'];

/** Runs a script of package.json; resolves with what it printed and whether it succeeded. */
const runScript = (script: string): Promise<{ readonly succeeded: boolean; readonly output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--run', script], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    child.once('close', (code) => resolve({ succeeded: code === 0, output }));
  });

const runStatic = async (script: string): Promise<boolean> => {
  const started = performance.now();
  const { succeeded, output } = await runScript(script);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${succeeded ? '✓' : '✗'} ${script} (${seconds} s)${succeeded ? '' : `\n${output}`}`);
  return succeeded;
};

const runTests = async (): Promise<Tally> => {
  const folder = mkdtempSync(join(tmpdir(), 'homelead-check-'));
  const report = join(folder, 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  try {
    const child = spawn(process.execPath, [vitest, ...options], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return tallyOf(report, code === 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

// A file that does not load has no failed test, and an error outside the tests belongs to none: both still count as a failure.
const tallyOf = (path: string, succeeded: boolean): Tally => {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8')) as TestReport;
    const unloaded = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
    );
    const failed = report.numFailedTests + unloaded.length;
    return {
      passed: report.numPassedTests,
      failed: succeeded ? failed : Math.max(failed, 1),
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch (error) {
    console.error(`The tests left no report: ${String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
};

const outcomes = await Promise.all(staticChecks.map(runStatic));
const tests = await runTests();
const passed = tests.passed + outcomes.filter(Boolean).length;
const failed = tests.failed + outcomes.filter((succeeded) => !succeeded).length;
console.log(`${passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
