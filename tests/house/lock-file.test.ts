import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Names = Readonly<Record<string, string>>;
type Package = {
  readonly dependencies?: Names;
  readonly devDependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly resolved?: string;
};

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const manifest = read('package.json') as Package;
const { packages } = read('package-lock.json') as { readonly packages: Readonly<Record<string, Package>> };
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

test('the lock file was made for this package.json', () => {
  const wanted = kinds.map((kind) => manifest[kind]);
  expect(kinds.map((kind) => packages['']?.[kind])).toEqual(wanted);
});

test('every version is pinned exactly', () => {
  const versions = kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

// `npm install` silently leaves out a platform's package that it could not find; `npm ci` then refuses the whole file.
test('the lock file has every platform of every optional package, or `npm ci` would refuse it', () => {
  const paths = Object.keys(packages);
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {})
      .filter((name) => !paths.some((known) => known.endsWith(`node_modules/${name}`)))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the lock file names no registry, so that each machine uses its own', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
