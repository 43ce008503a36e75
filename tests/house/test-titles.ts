import { existsSync, readFileSync } from 'node:fs';

/** A test's title is the first argument of a call that takes a function next, or options and then one; a group's is not meant. */
const TITLE = /(\w*)\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2,\s*(?:\{[^{}]*\},\s*)?(?:async\s*)?\(/g;

const titlesIn = (file: string): readonly string[] =>
  existsSync(file)
    ? [...readFileSync(file, 'utf8').matchAll(TITLE)]
        .filter(([, called]) => called !== 'describe')
        .map(([, , , title]) => (title ?? '').replaceAll(/\\(['"`])/g, '$1'))
    : [];

/** What a line of a table says: which file holds something, and the test, by how its title begins, that fails without it. */
export type Claim = { readonly what: string; readonly where: string; readonly file: string; readonly title: string };

/** The claim of a line such as ``| what | `file` | `test` › title |``; `undefined` for any other. */
export const claimOf = (line: string): Claim | undefined => {
  const [, what, where, file, title] = /^\| (.+) \| `([^`]+)` \| `([^`]+)` › (.+) \|$/.exec(line) ?? [];
  return what && where && file && title ? { what, where, file, title } : undefined;
};

/** Files of the claims that are not there. */
export const missingFiles = (claims: readonly Claim[]): readonly string[] =>
  claims.flatMap(({ where, file }) => [where, file]).filter((path) => !existsSync(path));

/** Claims whose test is not there, or is not told from another one by how its title begins. */
export const missingTests = (claims: readonly Claim[]): readonly Claim[] =>
  claims.filter(({ file, title }) => titlesIn(file).filter((known) => known.startsWith(title)).length !== 1);
