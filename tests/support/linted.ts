import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const house = ['package.json', 'oxlint.config.ts', 'tests/house/lint-rules.ts', 'tsconfig.json'];
const configs = ['domain', 'application', 'web', 'tests'].map((folder) => `${folder}/tsconfig.json`);

type Report = { readonly diagnostics: readonly { readonly code: string; readonly filename: string }[] };

/**
 * Lints a tree of its own (path → text) by the house's configuration and answers the rules that each file breaks,
 * such as `eslint(no-restricted-imports)`.
 */
export const linted = async (
  files: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const tree = mkdtempSync(join(tmpdir(), 'homelead-lint-'));
  try {
    for (const path of [...house, ...configs]) cpSync(join(root, path), join(tree, path));
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    const { diagnostics } = JSON.parse(await oxlint(tree, Object.keys(files))) as Report;
    return new Map(
      Object.keys(files).map((path) => [
        path,
        diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code),
      ]),
    );
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
};

// Exits with 1 when it finds something, which is what it is here for; only an answer that is no report is a fault.
const oxlint = (cwd: string, files: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json', ...files],
      { cwd, maxBuffer: 16_000_000 },
      (error, stdout, stderr) =>
        stdout.startsWith('{')
          ? resolve(stdout)
          : reject(new Error(`oxlint gave no report: ${stdout}${stderr}`, { cause: error })),
    );
  });
