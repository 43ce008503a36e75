// @vitest-environment node
import { describe, expect, test } from 'vitest';

import { earlyAddress } from '#web/early-script.ts';

const chunk = (name: string, isEntry: boolean) => {
  const [type, fileName] = ['chunk' as const, `assets/${name}-${isEntry ? 'entry' : 'part'}.js`];
  return { [fileName]: { type, name, isEntry, fileName, facadeModuleId: `C:/homelead/web/${name}.ts` } };
};

describe('the address of the early script', () => {
  test('is that of its entry, wherever its source lies and however the system writes that', () => {
    const bundle = { ...chunk('index', true), ...chunk('early', false), ...chunk('early', true) };
    expect(earlyAddress(bundle)).toBe('/assets/early-entry.js');
  });

  test('is that of its source while nothing is built', () => {
    expect(earlyAddress(undefined)).toBe('/early.ts');
  });

  test('is no guess in a build that has none: the build fails', () => {
    const bundle = { ...chunk('index', true), ...chunk('early', false), 'index.css': { type: 'asset' as const } };
    expect(() => earlyAddress(bundle)).toThrow('no early script');
  });
});
