import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { MAIL } from '#config/mail.ts';
import { PAYMENTS } from '#config/payments.ts';
import { FAMILIES } from '#config/without-effect.ts';

const CHOICES = Object.entries({ PAYMENTS, MAIL });
const IN_EARNEST = CHOICES.flatMap(([setting, { names, isOtherwise }]) =>
  names.filter((name) => !isOtherwise({ [setting]: name })).map((name) => `${setting}=${name}`),
);

const settings = readFileSync('docs/configuration.md', 'utf8');
const operating = readFileSync('docs/operating.md', 'utf8');

/** What stands between back quotes. */
const quotedIn = (text = ''): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted]) => quoted ?? '');

describe('of who carries the mail and who takes the money', () => {
  it.each(CHOICES)('docs/configuration.md names whatever %s can be', (setting, { names }) => {
    const [, meaning] = new RegExp(`^\\| \`${setting}\` \\| [^|]+ \\| (.+) \\|$`, 'm').exec(settings) ?? [];
    expect(quotedIn(meaning).toSorted()).toEqual([...names].toSorted());
  });

  it('docs/configuration.md tells how the settings of all of them begin', () => {
    const [, beginnings] = /^A name that begins as settings here do \(([^)]+)\)/m.exec(settings) ?? [];
    expect(quotedIn(beginnings).toSorted()).toEqual([...FAMILIES].map((family) => `${family}_`).toSorted());
  });

  it.each(IN_EARNEST)('docs/operating.md has a table of what is said with %s, and what to look at', (chosen) => {
    const begin = `With \`${chosen}\`:\n\n| answer | look at |\n`;
    expect(operating.includes(begin), `docs/operating.md lacks:\n\n${begin}`).toBe(true);
  });
});
