import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

type Package = { readonly version: string; readonly dev?: boolean; readonly hasInstallScript?: boolean };

const { dependencies, overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
};
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Package>>;
};

/** Below these versions there are published advisories that concern the product, or faults that were met here. */
const FLOORS = {
  hono: '4.12.34',
  '@hono/node-server': '1.19.15',
  nodemailer: '9.1.1',
  kysely: '0.29.9',
} as const;

/** Above these, what was tried failed. */
const CEILINGS = { argon2: '0.44.0' } as const;

const numbers = (version: string): readonly number[] => version.split('.').map(Number);

const isAtLeast = (version: string, floor: string): boolean => {
  const [have, want] = [numbers(version), numbers(floor)];
  const place = want.findIndex((number, index) => have[index] !== number);
  return place === -1 || (have[place] ?? 0) > (want[place] ?? 0);
};

const lockedAs = (name: string): readonly string[] =>
  Object.entries(packages).flatMap(([path, { version }]) => (path.endsWith(`node_modules/${name}`) ? [version] : []));

it.each(Object.entries(FLOORS))('%s is at least %s, wherever it is installed (C54)', (name, floor) => {
  const versions = lockedAs(name);
  expect(versions.length).toBeGreaterThan(0);
  expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([]);
});

it.each(Object.entries(CEILINGS))('%s stays at %s', (name, version) => {
  expect([dependencies[name], ...lockedAs(name)]).toEqual([version, version]);
});

it('a version is compared by its numbers, not by its letters', () => {
  expect(['4.9.0', '4.12.33', '3.99.99'].map((version) => isAtLeast(version, '4.12.34'))).toEqual([
    false,
    false,
    false,
  ]);
  expect(['4.12.34', '4.13.1', '10.0.0'].map((version) => isAtLeast(version, '4.12.34'))).toEqual([true, true, true]);
});

it('nothing that is installed runs a script, and nothing that the product runs on needs one', () => {
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true');
  expect(overrides['kysely']).toBe('0.29.9');
});
