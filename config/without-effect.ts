import type { Given } from './choice.ts';
import { MAIL } from './mail.ts';
import { PAYMENTS } from './payments.ts';

const CHOICES = [PAYMENTS, MAIL];

/** Names with these prefixes are ours, unless another program's have the same. */
export const FAMILIES = new Set(['LIMIT', ...CHOICES.flatMap(({ families }) => families)]);

const isOfFamily = (name: string): boolean => name.includes('_') && FAMILIES.has(name.replace(/_.*/, ''));

/**
 * Keys of a real provider or carrier beside the choice of a simulated one, a line each. Beside another real one they are only left
 * over, as the former provider is still asked.
 */
export const wrongForEarnest = (given: Given): readonly string[] =>
  given['NODE_ENV'] === 'production'
    ? CHOICES.filter((choice) => choice.isOtherwise(given))
        .flatMap((choice) => choice.idle(given))
        .map(
          ({ own, setting, option }) => `${own} is set, but ${setting} does not name ${option}: take one of them away`,
        )
    : [];

/** Environment variables that look like settings but have no effect: of another option, or misspelled. */
export const withoutEffect = (environment: Given, given: Given, known: readonly string[]): readonly string[] => [
  ...CHOICES.flatMap((choice) => choice.idle(given)).map(({ own }) => own),
  ...Object.entries(environment)
    .filter(([name, value]) => isOfFamily(name) && !known.includes(name) && value !== undefined && value !== '')
    .map(([name]) => name),
];
