import type { Given } from './choice.ts';
import { MAIL } from './mail.ts';
import { PAYMENTS } from './payments.ts';

const CHOICES = [PAYMENTS, MAIL];

/** Names that begin so are ours, unless another program's begin alike. */
export const FAMILIES = new Set(['LIMIT', ...CHOICES.flatMap(({ families }) => families)]);

const isOfFamily = (name: string): boolean => name.includes('_') && FAMILIES.has(name.replace(/_.*/, ''));

/**
 * Keys of who would sell or mail in earnest, beside a choice of who does not, a line each. Beside another one in earnest they
 * are only left over: the former provider is asked so.
 */
export const wrongForEarnest = (given: Given): readonly string[] =>
  given['NODE_ENV'] === 'production'
    ? CHOICES.filter((choice) => choice.isOtherwise(given))
        .flatMap((choice) => choice.idle(given))
        .map(
          ({ own, setting, option }) => `${own} is set, but ${setting} does not name ${option}: take one of them away`,
        )
    : [];

/** Names of the environment that look like settings and change nothing: of what is not chosen, or misspelt. */
export const withoutEffect = (environment: Given, given: Given, known: readonly string[]): readonly string[] => [
  ...CHOICES.flatMap((choice) => choice.idle(given)).map(({ own }) => own),
  ...Object.entries(environment)
    .filter(([name, value]) => isOfFamily(name) && !known.includes(name) && value !== undefined && value !== '')
    .map(([name]) => name),
];
