import { describe, expect, it } from 'vitest';

import { TERMS, termsText } from '#domain/terms.ts';

describe('the terms', () => {
  it('say: as-is, exclusive, non-refundable once delivered, no resale or sharing, comply with contact laws', () => {
    for (const words of [
      /as they are/,
      /sold once, to you/,
      /cannot be refunded once .* delivered/,
      /not resell the lead or share it/,
      /follow the laws on calling, texting and emailing/,
    ])
      expect(termsText()).toMatch(words);
    expect(TERMS.articles).toHaveLength(5);
  });

  it('are hashed whole: version, titles and texts', () => {
    expect(termsText()).toContain(TERMS.version);
    for (const { title, text } of TERMS.articles) expect(termsText()).toContain(`${title} ${text}`);
  });
});
