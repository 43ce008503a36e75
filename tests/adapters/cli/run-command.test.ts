import { PassThrough } from 'node:stream';

import { describe, expect, test } from 'vitest';

import { done, refused } from '#adapters/cli/answer.ts';
import type { OperatorAnswer } from '#adapters/cli/answer.ts';
import type { Environment } from '#adapters/cli/kept-by-npm.ts';
import { runCommand } from '#adapters/cli/run-command.ts';
import { UnreadableFile } from '#application/ports/lead-file.ts';

const ESCAPE = String.fromCodePoint(27);

type Terminal = {
  readonly isTerminal?: boolean;
  readonly typed?: string;
  readonly isPlain?: boolean;
  readonly environment?: Environment;
  /** The running server is asked for it, and the operator interrupts the command `before` it answers or `after`. */
  readonly interrupted?: 'before' | 'after';
};

/** Runs a command whose operation has this answer; tells what came out where, and whether anything was done. */
const run = async (
  words: string,
  answer: OperatorAnswer,
  { isTerminal = false, typed, isPlain = false, environment = {}, interrupted }: Terminal = {},
) => {
  const stream = () => Object.assign(new PassThrough(), { isTTY: isTerminal });
  const [input, output, errors] = [stream(), stream(), stream()];
  if (typed !== undefined) input.end(typed);
  let wasAsked = false;
  let interrupt = (): void => {};
  const code = await runCommand({
    words: words.split(' '),
    folder: '/',
    environment,
    input,
    output,
    errors,
    isPlain,
    atInterrupt: (tell) => {
      interrupt = tell;
    },
    reach: async (_operation, { onProgress, onAsked }) => {
      wasAsked = true;
      onProgress({ text: '1 of 3', share: 1 / 3 });
      if (interrupted !== undefined) onAsked();
      if (interrupted === 'before') interrupt();
      return answer;
    },
  });
  if (interrupted === 'after') interrupt();
  const text = (from: PassThrough): string => String((from.read() as Buffer | null) ?? '');
  return { code, output: text(output), errors: text(errors), wasAsked };
};

const STATS = done({ leads: 3 }, ['Three leads.'], {
  head: ['What', 'Count'],
  rows: [
    ['leads', '3'],
    ['sales', '1,200'],
  ],
});

describe('a command', () => {
  test('that is done exits with 0 and prints a table for people', async () => {
    expect(await run('stats', STATS)).toEqual({
      code: 0,
      output: 'What   Count\nleads      3\nsales  1,200\nThree leads.\n',
      errors: '',
      wasAsked: true,
    });
  });

  test('that is refused exits with 1 and says why beside the output', async () => {
    expect(await run('coupon stop NONE --yes', refused('unknown', 'There is no such coupon.'))).toMatchObject({
      code: 1,
      output: '',
      errors: 'There is no such coupon.\n',
    });
  });

  test.each(['nonsense', 'import', 'audit --limit none'])('that is not understood exits with 2: %s', async (words) => {
    const { code, output, errors, wasAsked } = await run(words, STATS);
    expect({ code, output, wasAsked }).toEqual({ code: 2, output: '', wasAsked: false });
    expect(errors).toContain('error: ');
  });

  test('that asks for help gets it on the output, and exits with 0', async () => {
    expect(await run('--help', STATS)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Usage: leads COMMAND\n/) as unknown,
      errors: '',
      wasAsked: false,
    });
  });

  test('shows its progress on a terminal, beside the output, and nowhere else', async () => {
    const shown = await run('stats --json', STATS, { isTerminal: true });
    expect(shown.errors).toContain('33 % · 1 of 3');
    expect(JSON.parse(shown.output)).toEqual({ leads: 3 });
    expect((await run('stats', STATS)).errors).toBe('');
  });

  test('leaves the terminal as it was, also where it is killed in the middle of its progress', async () => {
    const { errors } = await run('stats', STATS, { isTerminal: true });
    for (const mode of ['[?25l', '[?7l']) expect(errors).not.toContain(`${ESCAPE}${mode}`);
  });

  test('that is interrupted while the running server is at it says that it goes on, and where to look', async () => {
    expect((await run('stats', STATS, { interrupted: 'before' })).errors).toMatch(
      /^The running server goes on .*audit\n$/,
    );
    expect((await run('stats', STATS, { interrupted: 'after' })).errors).toBe('');
  });

  test('leaves the line of its progress empty', async () => {
    const { errors } = await run('stats', STATS, { isTerminal: true });
    const after = errors.slice(errors.indexOf('1 of 3'));
    expect(after.endsWith(`${ESCAPE}[2K`)).toBe(true);
  });

  test('is coloured on a terminal, unless the environment asks for plain text', async () => {
    expect((await run('stats', STATS, { isTerminal: true })).output).toContain(ESCAPE);
    expect((await run('stats', STATS, { isTerminal: true, isPlain: true })).output).not.toContain(ESCAPE);
  });

  test('lets no text of others steer the terminal or hide what comes after it', async () => {
    const hostile = `a${ESCAPE}[2Jb\rc\u202Ed\ne`;
    const { output } = await run('stats', done({}, [hostile], { head: ['X'], rows: [[hostile]] }));
    expect(output).toBe('X\na·[2Jb·c·d·e\na·[2Jb·c·d·e\n');
  });
});

describe('a command that cannot reach the data', () => {
  const fail = async (words: readonly string[], error: unknown) => {
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const rest = { folder: '/', environment: {}, input, output, errors, isPlain: false, atInterrupt: () => {} };
    const code = await runCommand({ words, ...rest, reach: () => Promise.reject(error) });
    return { code, output: String(output.read()), errors: String(errors.read()) };
  };

  test.each([
    ['not-reached', 'connect ECONNREFUSED', new Error('connect ECONNREFUSED')],
    ['not-reached', 'AggregateError', new AggregateError([])],
    ['unreadable', 'The file cannot be read.', new UnreadableFile('The file cannot be read.')],
  ])('says why, and exits with 1: %s, %s', async (reason, message, error) => {
    const { code, output } = await fail(['stats', '--json'], error);
    expect(code).toBe(1);
    expect(JSON.parse(output)).toEqual({ error: { reason, message } });
  });

  test('names each wrong setting in a line of its own', async () => {
    expect((await fail(['stats'], new Error('PORT: no port\nPUBLIC_URL: no address'))).errors).toBe(
      'PORT: no port\nPUBLIC_URL: no address\n',
    );
  });
});

describe('--json prints one JSON document and nothing else', () => {
  test('when it is done', async () => {
    const { output, errors } = await run('stats --json', STATS);
    expect(JSON.parse(output)).toEqual({ leads: 3 });
    expect(errors).toBe('');
  });

  test('when it is refused', async () => {
    const { code, output, errors } = await run('coupon stop NONE --yes --json', refused('unknown', 'No such coupon.'));
    expect(JSON.parse(output)).toEqual({ error: { reason: 'unknown', message: 'No such coupon.' } });
    expect({ code, errors }).toEqual({ code: 1, errors: '' });
  });

  test('when it is not understood', async () => {
    const { code, output } = await run('audit --json --limit none', STATS);
    expect(JSON.parse(output)).toMatchObject({ error: { reason: 'usage' } });
    expect(code).toBe(2);
  });

  test('when npm has kept --json for itself', async () => {
    const environment = { npm_config_json: 'true' };
    const { code, output, wasAsked } = await run('coupon list', STATS, { environment });
    expect(JSON.parse(output)).toMatchObject({ error: { reason: 'usage' } });
    expect({ code, wasAsked }).toEqual({ code: 2, wasAsked: false });
  });

  test('when it is not confirmed', async () => {
    const { code, output } = await run('erase ann@example.com --json', STATS, { isTerminal: true, typed: 'n\n' });
    expect(JSON.parse(output)).toMatchObject({ error: { reason: 'not-confirmed' } });
    expect(code).toBe(1);
  });
});

describe('what cannot be undone', () => {
  const ERASE = 'erase ann@example.com';

  test.each(['y\n', 'YES\n', ' yes \n'])('is done when a person says %j', async (typed) => {
    const { code, wasAsked, errors } = await run(ERASE, STATS, { isTerminal: true, typed });
    expect({ code, wasAsked }).toEqual({ code: 0, wasAsked: true });
    expect(errors).toContain('Erase this person for good? [y/N]');
  });

  test.each(['\n', 'n\n', 'yep\n', ''])('is not done when a person says %j', async (typed) => {
    const { code, wasAsked, errors } = await run(ERASE, STATS, { isTerminal: true, typed });
    expect({ code, wasAsked }).toEqual({ code: 1, wasAsked: false });
    expect(errors).toContain('Nothing was done.');
  });

  test('is not done by a script that does not say --yes', async () => {
    const { code, wasAsked, errors } = await run(ERASE, STATS, { typed: 'y\n' });
    expect({ code, wasAsked }).toEqual({ code: 2, wasAsked: false });
    expect(errors).toContain('--yes');
  });

  test.each([
    [ERASE, 'Erase this person for good?'],
    ['erase (512)555-0142', 'Erase this person for good?'],
    ['erase 555-0142', 'The number has no area code. Erase everybody who has it, in every state, for good?'],
    ['undo-import b1', 'Take away every lead of the import b1?'],
    ['withdraw l1 --note moved', 'Withdraw the lead l1 for good?'],
    ['coupon stop spring', 'Stop the coupon SPRING for good?'],
    ['purchases refund HL-1 --reason wrong', 'Give the money of HL-1 back?'],
  ])('is done with --yes, or asked about: %s', async (words, question) => {
    expect(await run(`${words} --yes`, STATS)).toMatchObject({ code: 0, wasAsked: true });
    expect(await run(words, STATS)).toMatchObject({ code: 2, wasAsked: false });
    const asked = await run(words, STATS, { isTerminal: true, typed: 'n\n' });
    expect(asked).toMatchObject({ code: 1, wasAsked: false });
    expect(asked.errors).toContain(question);
  });
});
