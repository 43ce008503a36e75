// @vitest-environment node
import { describe, expect, test, vi } from 'vitest';

import { budget, weighParts } from '#web/budget.ts';

type Bundle = Parameters<typeof weighParts>[0];

/** Text that gzip cannot shrink much: about 0.85 KB of every KB stays. */
const noise = (kilobytes: number): string =>
  Array.from({ length: kilobytes }, () =>
    String.fromCharCode(...crypto.getRandomValues(new Uint8Array(1000)).map((byte) => 33 + (byte % 90))),
  ).join('');

const chunk = (code: string, imports: readonly string[] = []) => ({
  type: 'chunk' as const,
  code,
  isEntry: false,
  isDynamicEntry: false,
  imports,
  moduleIds: [] as readonly string[],
  facadeModuleId: null,
});

const built = (sizes: {
  readonly home: number;
  readonly css: number;
  readonly route: number;
  readonly dialogs: number;
  readonly forms: number;
}): Bundle => ({
  'index.js': { ...chunk(noise(sizes.home), ['shared.js']), isEntry: true },
  'shared.js': chunk(noise(2)),
  'route.js': {
    ...chunk(noise(sizes.route), ['shared.js', 'forms.js']),
    isDynamicEntry: true,
    facadeModuleId: '/web/screens/success.tsx',
  },
  'dialogs.js': {
    ...chunk(noise(sizes.dialogs), ['extra.js']),
    isDynamicEntry: true,
    facadeModuleId: '/web/components/purchase-dialogs.tsx',
  },
  'forms.js': { ...chunk(noise(sizes.forms)), moduleIds: ['/node_modules/react-hook-form/dist/index.mjs'] },
  'extra.js': chunk(noise(4)),
  'index.css': { type: 'asset', source: noise(sizes.css) },
});

const SMALL = { home: 20, css: 2, route: 2, dialogs: 4, forms: 6 };

describe('the budget of the web', () => {
  test('a route weighs what it adds to home and the forms, and the dialogs with everything they bring', async () => {
    const parts = await weighParts(built(SMALL));
    const sizes = new Map(parts.map(({ name, size }) => [name, Math.round(size)]));
    expect([...sizes.keys()]).toEqual(['home', 'css', 'forms', 'success.tsx', 'purchase-dialogs.tsx']);
    expect(sizes.get('success.tsx')).toBe(2);
    expect(sizes.get('forms')).toBe(5);
    expect(sizes.get('purchase-dialogs.tsx')).toBe(7);
  });

  test('every entry counts as home: what is in two files is not free', async () => {
    const bundle = { ...built(SMALL), 'early.js': { ...chunk(noise(10), ['shared.js']), isEntry: true } };
    const [home] = await weighParts(bundle);
    const [alone] = await weighParts(built(SMALL));
    expect((home?.size ?? 0) - (alone?.size ?? 0)).toBeGreaterThan(7);
  });

  test('a build within its limits passes', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await expect(budget().generateBundle.handler({}, built(SMALL))).resolves.toBeUndefined();
  });

  test.each([
    ['home', 115],
    ['css', 16],
    ['route', 20],
    ['dialogs', 32],
    ['forms', 21],
  ] as const)('the build fails when %s grows past its limit', async (part, size) => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await expect(budget().generateBundle.handler({}, built({ ...SMALL, [part]: size }))).rejects.toThrow(
      'over its budget',
    );
  });
});
