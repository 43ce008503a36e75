import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** What a file runs of ours: `from '#domain/lead.ts'`, `from './lead.ts'`, or either in `import(…)`. Types run nothing. */
const IMPORT =
  /^(?:import|export)\s(?!type\s)[^'";]*?from\s'([#.][^']+)'|^import\s'([#.][^']+)'|\bimport\('([#.][^']+)'\)/gm;

const known = new Map<string, readonly string[]>();

const importsOf = (file: string): readonly string[] => {
  const before = known.get(file);
  if (before !== undefined) return before;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const imports = [...text.matchAll(IMPORT)]
    .map(([, from, bare, later]) => from ?? bare ?? later ?? '')
    .map((path) => (path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(file), path)));
  known.set(file, imports);
  return imports;
};

/** The file and everything of ours that it runs, by way of others too. */
export const importClosure = (file: string): ReadonlySet<string> => {
  const closure = new Set([file]);
  // A set tells those too that join it on the way.
  for (const each of closure) for (const imported of importsOf(each)) closure.add(imported);
  return closure;
};
