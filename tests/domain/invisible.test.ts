import { describe, expect, it } from 'vitest';

import { withoutInvisible } from '#domain/invisible.ts';

describe('a text without what nobody sees', () => {
  it.each([
    ['\u202AAustin\u202C', 'Austin'],
    ['A\u00ADus\u200Btin\uFEFF', 'Austin'],
    ['👩‍👧 Núñez', '👩‍👧 Núñez'],
  ])('%j is %j', (text, visible) => {
    expect(withoutInvisible(text)).toBe(visible);
  });
});
