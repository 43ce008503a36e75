import * as v from 'valibot';

import { figures } from '#domain/count.ts';
import { LONGEST_EMAIL, emailOf } from '#domain/email.ts';
import { withoutInvisible } from '#domain/invisible.ts';
import { CONTROL_CHARACTERS } from '#domain/search-text.ts';

const PLAIN = new RegExp(`^[^${CONTROL_CHARACTERS}]*$`);

/** The message for a text that is too long; with the name of its field it can stand under that. */
const tooLong = (longest: number, name = ''): string =>
  `${name} must have at most ${figures(longest)} characters`.trim();

/** One line of text: no control characters, no broken surrogates, at most `longest` characters, which are code points. */
export const line = (longest: number, name?: string) =>
  v.pipe(
    v.string('must be a text'),
    v.maxCodePoints(longest, tooLong(longest, name)),
    v.regex(PLAIN, 'must not hold control characters'),
    v.check((text) => text.isWellFormed(), 'must be well-formed text'),
  );

/** As `PLAIN`, but with tabs: a cell that is pasted from a table contains one. */
const TYPED = new RegExp(`^(?:[^${CONTROL_CHARACTERS}]|\\t)*$`);

/** Nothing that can be seen: joiners, which names and emoji need, and the blank letters of Hangul. */
const BLANK = /^[\u200C-\u200D\u115F\u1160\u3164\uFFA0\s]*$/;

/** Runs of white space as one space, trimmed; empty where nothing can be seen. */
const tidy = (text: string): string => (BLANK.test(text) ? '' : text.replaceAll(/\s+/g, ' ').trim());

/** As `line`, for typed or pasted text: without invisible characters, runs of white space become one space, trimmed. */
export const typedLine = (longest: number, name?: string) =>
  v.pipe(
    v.string('must be a text'),
    v.maxCodePoints(longest, tooLong(longest, name)),
    v.metadata({ pattern: TYPED.source }),
    v.check((text) => TYPED.test(text.trim()), 'must not hold control characters'),
    v.check((text) => text.isWellFormed(), 'must be well-formed text'),
    v.transform((text) => tidy(withoutInvisible(text))),
  );

/** An e-mail address; the output is its normal form. */
export const Email = v.pipe(
  line(LONGEST_EMAIL, 'Email address'),
  v.metadata({ format: 'email' }),
  v.check((text) => emailOf(text) !== undefined, 'Invalid email address'),
  v.transform((text) => emailOf(text) ?? text),
);

/** Text as it was typed, which the shop checks, and not this border: no NUL, no broken surrogates. */
export const anyText = v.pipe(
  v.string('must be a text'),
  v.check((text) => !text.includes('\0'), 'must not hold NUL'),
  v.check((text) => text.isWellFormed(), 'must be well-formed text'),
);

// oxlint-disable-next-line no-control-regex -- lines and tabs are part of a text of several lines
const CONTROL_IN_LINES = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFFFE\uFFFF]/g;

/** Text of several lines, trimmed, with uniform line ends and without control characters and invisible ones. */
export const lines = (longest: number, name?: string) =>
  v.pipe(
    v.string('must be a text'),
    v.maxCodePoints(longest, tooLong(longest, name)),
    v.check((text) => text.isWellFormed(), 'must be well-formed text'),
    v.transform((text) => withoutInvisible(text).replaceAll('\r\n', '\n').replaceAll(CONTROL_IN_LINES, '').trim()),
  );

/** The same as one line: what would break it becomes a space. */
export const pastedLine = (longest: number, name: string) => v.pipe(lines(longest, name), v.transform(tidy));
