import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

import { understand } from '#adapters/cli/command-line.ts';
import { Operation } from '#adapters/cli/operation.ts';

const wish = (words: string) => understand(words.split(' ').filter(Boolean), '/home/olga');

/** Whether the operation is one also after its way to the server that has the data open. */
const isTakenByServer = (understood: ReturnType<typeof wish>): boolean =>
  understood.is === 'wish' && v.is(Operation, JSON.parse(JSON.stringify(understood.operation)));

const WHEN = 'Write 2026-12-01 or 2026-12-01T15:00Z, of the years 2000 to 9999.';

describe('a command line', () => {
  test.each<[string, object]>([
    ['import week.csv', { command: 'import', file: '/home/olga/week.csv', commit: false, listNow: false, mapping: {} }],
    [
      'import /in/week.csv --commit --list-now --map Cell=phone --map A=B=price --encoding latin1 --rejects out.csv',
      {
        command: 'import',
        file: '/in/week.csv',
        commit: true,
        listNow: true,
        mapping: { Cell: 'phone', 'A=B': 'price' },
        encoding: 'latin1',
        rejects: '/home/olga/out.csv',
      },
    ],
    ['undo-import b1 --yes', { command: 'undo-import', batchId: 'b1' }],
    ['undo-import 0198C0DE-B1', { command: 'undo-import', batchId: '0198c0de-b1' }],
    ['refresh', { command: 'refresh', at: undefined }],
    ['refresh --at 2026-11-23T15:00Z', { command: 'refresh', at: Date.UTC(2026, 10, 23, 15) }],
    ['refresh --at 2026-11-23T10:00:30-05:00', { command: 'refresh', at: Date.UTC(2026, 10, 23, 15, 0, 30) }],
    ['refresh --at 2000-01-01', { command: 'refresh', at: Date.UTC(2000, 0) }],
    ['refresh --at 9999-12-31T23:59:59.999Z', { command: 'refresh', at: Date.UTC(10_000, 0) - 1 }],
    ['refresh --at 2026-11-23', { command: 'refresh', at: Date.UTC(2026, 10, 23) }],
    ['withdraw 0198C0DE-L1', { command: 'withdraw', leadId: '0198c0de-l1', note: undefined }],
    ['withdraw l1 --note moved', { command: 'withdraw', leadId: 'l1', note: 'moved' }],
    ['erase ann@example.com', { command: 'erase', text: 'ann@example.com' }],
    [
      'coupon create SPRING --percent 12.5% --uses 3 --min-price $25',
      {
        command: 'coupon create',
        code: 'SPRING',
        discount: { kind: 'percent', basisPoints: 1_250 },
        maxUses: 3,
        smallestPrice: 2_500,
      },
    ],
    [
      'coupon create T --amount 19.50 --from 2027-03-01 --until 2027-04-01',
      {
        command: 'coupon create',
        code: 'T',
        discount: { kind: 'amount', cents: 1_950 },
        startsAt: Date.UTC(2027, 2, 1),
        endsAt: Date.UTC(2027, 3, 1),
      },
    ],
    ['coupon create T --percent 0.29', { discount: { kind: 'percent', basisPoints: 29 } }],
    ['coupon create T --percent 19.99%', { discount: { kind: 'percent', basisPoints: 1_999 } }],
    ['coupon create T --percent 0.01 --uses 1', { discount: { kind: 'percent', basisPoints: 1 }, maxUses: 1 }],
    ['coupon create T --percent 100 --uses 1000000', { discount: { basisPoints: 10_000 }, maxUses: 1_000_000 }],
    ['coupon list', { command: 'coupon list' }],
    ['coupon stop spring', { command: 'coupon stop', code: 'SPRING' }],
    ['purchases list --state won --limit 3', { command: 'purchases list', state: 'won', limit: 3 }],
    [
      'purchases list --buyer Dana@Example.com --until 2027-04-01',
      { command: 'purchases list', buyer: 'dana@example.com', until: Date.UTC(2027, 3, 1), limit: 50 },
    ],
    ['purchases show hl1', { command: 'purchases show', sale: 'hl1' }],
    ['purchases resend HL-1', { command: 'purchases resend', sale: 'HL-1' }],
    [
      'purchases resend HL-1 --to Dana@Agents.Example',
      { command: 'purchases resend', sale: 'HL-1', to: 'dana@agents.example' },
    ],
    ['purchases refund HL-1 --reason wrong', { command: 'purchases refund', sale: 'HL-1', reason: 'wrong' }],
    ['accounts show Dana@Example.com', { command: 'accounts show', account: 'Dana@Example.com' }],
    ['reconcile', { command: 'reconcile' }],
    ['stats', { command: 'stats' }],
    ['audit', { command: 'audit', limit: 50 }],
    ['spam', { command: 'spam', limit: 10 }],
    ['audit --limit 1', { limit: 1 }],
    ['audit --limit 1000', { limit: 1_000 }],
    [`purchases refund HL-1 --reason ${'x'.repeat(200)}`, { reason: 'x'.repeat(200) }],
  ])('is understood, also by a running server: %s', (words, operation) => {
    const understood = wish(words);
    expect(understood).toMatchObject({ is: 'wish', operation });
    expect(isTakenByServer(understood)).toBe(true);
  });

  test.each([
    ['nonsense', "unknown command 'nonsense'"],
    ['', 'Usage: leads COMMAND'],
    ['coupon', 'Usage: leads coupon'],
    ['import', "missing required argument 'file'"],
    ['import a.csv b.csv', 'too many arguments'],
    ['import a.csv --commmit', '(Did you mean --commit?)'],
    ['import a.csv --map phone', 'Write the column, = and our name'],
    ['refresh --at monday', WHEN],
    ['refresh --at 2026-11-23T15:00', WHEN],
    ['refresh --at 2026-02-31', WHEN],
    ['refresh --at 0000-01-01', WHEN],
    ['refresh --at 0001-01-01', WHEN],
    ['refresh --at 1999-12-31T23:59Z', WHEN],
    ['refresh --at 9999-12-31T23:59-01:00', WHEN],
    ['coupon create T --percent 10 --from 0000-01-01', WHEN],
    ['refresh --at 2026-13-01', WHEN],
    ['coupon create SPRING', 'say what it takes off: --percent or --amount'],
    ['coupon create SPRING/27 --percent 10', 'Write 1 to 40 letters, digits, dashes and underscores.'],
    ['coupon stop SPRING/27', 'Write 1 to 40 letters, digits, dashes and underscores.'],
    ['coupon create SPRING --percent 10 --amount 5', 'cannot be used with option'],
    ['coupon create SPRING --percent 101', 'Write a percentage from 0.01 to 100'],
    ['coupon create SPRING --percent 0', 'Write a percentage from 0.01 to 100'],
    ['coupon create SPRING --percent 100.01', 'Write a percentage from 0.01 to 100'],
    ['coupon create SPRING --percent 1e1', 'Write a percentage from 0.01 to 100'],
    ['coupon create SPRING --percent ten', 'Write a percentage from 0.01 to 100'],
    ['coupon create SPRING --percent 12.345', 'with two decimals at most.'],
    ['import a.csv --map Cell=', 'Write the column, = and our name'],
    ['import a.csv --map A=phone --map A=email', 'The column "A" is mapped already.'],
    ['coupon create SPRING --amount 0', 'Write 0.01 dollars or more.'],
    ['coupon create SPRING --amount 0.00', 'Write 0.01 dollars or more.'],
    ['coupon create SPRING --amount 1.999', 'Write dollars with at most two decimals'],
    ['coupon create SPRING --amount 1e3', 'Write dollars with at most two decimals'],
    ['coupon create SPRING --amount +5', 'Write dollars with at most two decimals'],
    ['coupon create SPRING --amount -5', 'Write dollars with at most two decimals'],
    ['coupon create SPRING --percent 5 --uses 0', 'Write a whole number from 1 to 1,000,000.'],
    ['coupon create SPRING --percent 5 --uses 1000001', 'Write a whole number from 1 to 1,000,000.'],
    ['purchases list --state sold', 'Allowed choices are open, won, settled'],
    ['purchases list --buyer dana', 'Write an e-mail address.'],
    ['purchases resend HL-1 --to dana', 'Write an e-mail address.'],
    ['purchases resend HL-1 --to', "option '--to <email>' argument missing"],
    ['purchases list --limit 1e3', 'Write a whole number from 1 to 1,000.'],
    ['purchases refund HL-1', "required option '--reason <text>' not specified"],
    ['purchases refund HL-1 --reason ' + 'x'.repeat(201), 'Write 1 to 200 characters.'],
    ['accounts', 'Usage: leads accounts'],
    ['accounts show', "missing required argument 'account'"],
    ['accounts show ' + 'x'.repeat(321), 'Write 1 to 320 characters.'],
    ['audit --limit 0', 'Write a whole number from 1 to 1,000.'],
    ['erase nonsense', 'Write an e-mail address or a phone number.'],
    ['erase 555-01', 'Write an e-mail address or a phone number.'],
  ])('that nobody can do says why: %s', (words, message) => {
    const understood = wish(words);
    expect(understood).toMatchObject({ is: 'wrong', message: expect.stringContaining(message) as unknown });
  });

  test.each([
    'import',
    'undo-import',
    'refresh',
    'withdraw',
    'erase',
    'coupon create',
    'coupon list',
    'coupon stop',
    'purchases list',
    'purchases show',
    'purchases resend',
    'purchases refund',
    'accounts show',
    'reconcile',
    'stats',
    'audit',
    'spam',
  ])('asks for the help of %s, which has examples that are understood', (command) => {
    const help = wish(`${command} --help`);
    const text = help.is === 'help' ? help.text : '';
    const examples = [...text.matchAll(/^ {2}npm run leads -- (.+)$/gm)].map(([, example]) => example ?? '');
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
      expect(understand(words, '/home/olga'), example).toMatchObject({ is: 'wish' });
      expect(example.startsWith(command)).toBe(true);
    }
  });

  test('asks for the help of a command that needs an option, which names it as required', () => {
    expect(wish('purchases refund --help')).toMatchObject({
      text: expect.stringMatching(/--reason <text> +required: why/) as unknown,
    });
  });

  test.each([
    ['help', 'Usage: leads COMMAND'],
    ['help import', 'Usage: leads import'],
    ['coupon help', 'Usage: leads coupon'],
    ['help purchases', 'Usage: leads purchases'],
  ])('asks for help in a word, too: %s', (words, start) => {
    expect(wish(words)).toMatchObject({ is: 'help', text: expect.stringContaining(start) as unknown });
  });

  test('takes a column of 2,000 characters, which a running server takes too, and no longer one', () => {
    const long = 'x'.repeat(2_000);
    expect(wish(`import a.csv --map ${long}=phone`)).toMatchObject({ operation: { mapping: { [long]: 'phone' } } });
    expect(isTakenByServer(wish(`import a.csv --map ${long}=${long}`))).toBe(true);
    for (const longer of [`x${long}=phone`, `Cell=x${long}`])
      expect(wish(`import a.csv --map ${longer}`)).toMatchObject({
        is: 'wrong',
        message: expect.stringContaining('Write at most 2,000 characters on each side of the =.') as unknown,
      });
  });

  test('takes no empty text for a path, no blank for a reason, and of a reason no blanks around it', () => {
    const message = (...words: readonly string[]) => understand(words, '/home/olga');
    expect(message('import', '')).toMatchObject({
      is: 'wrong',
      message: expect.stringContaining('Write the path') as unknown,
    });
    expect(message('purchases', 'refund', 'HL-1', '--reason', ' ')).toMatchObject({
      is: 'wrong',
      message: expect.stringContaining('Write 1 to 200 characters.') as unknown,
    });
    expect(message('purchases', 'refund', 'HL-1', '--reason', ' wrong number ')).toMatchObject({
      operation: { reason: 'wrong number' },
    });
  });

  test('asks first before what cannot be undone, unless it says yes', () => {
    expect(wish('erase ann@example.com')).toMatchObject({
      question: expect.any(String) as unknown,
      isConfirmed: false,
    });
    expect(wish('erase ann@example.com --yes')).toMatchObject({ isConfirmed: true });
    for (const harmless of ['stats', 'audit', 'coupon list', 'purchases resend HL-1', 'import a.csv --commit'])
      expect(wish(harmless)).toMatchObject({ question: undefined });
  });
});

describe('options that npm has kept for itself, as it does of those without a -- before the command', () => {
  const kept = (words: string, environment: Readonly<Record<string, string>>) =>
    understand(words.split(' '), '/home/olga', environment);

  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['--commit, completed to its --commit-hooks', 'import a.csv', { npm_config_commit_hooks: 'true' }],
    ['--list-now', 'import a.csv', { npm_config_list_now: 'true' }],
    ['--percent, which leaves its value behind', 'coupon create SPRING 10', { npm_config_percent: 'true' }],
    ['--min-price', 'coupon create SPRING --percent 10', { npm_config_min_price: '5' }],
    ['--reason, without which nothing can be done', 'purchases refund HL-1 wrong', { npm_config_reason: 'true' }],
    ['--json', 'coupon list', { npm_config_json: 'true' }],
    [
      '--to, completed to its --token-description',
      'purchases resend HL-1',
      { npm_config_token_description: 'dana@agents.example' },
    ],
    ['--to, by an npm that has no such option', 'purchases resend HL-1', { npm_config_to: 'dana@agents.example' }],
  ])('are not done without: %s', (option, words, environment) => {
    const [name = ''] = option.split(/[, ]/);
    expect(kept(words, environment)).toMatchObject({
      is: 'wrong',
      message: `error: npm has kept ${name} for itself. Write a -- before the command: npm run leads -- …`,
    });
  });

  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['what was handed over all the same', 'import a.csv --commit', { npm_config_commit_hooks: 'true' }],
    ['what was handed over with its value', 'audit --limit=5', { npm_config_limit: '7' }],
    ['what npm names and nobody has set', 'import a.csv', { npm_config_commit_hooks: '' }],
    ['an option of another command', 'refresh', { npm_config_limit: '7' }],
    ['its own --yes, which may be set for good', 'erase ann@example.com', { npm_config_yes: 'true' }],
  ])('are not: %s', (_what, words, environment) => {
    expect(kept(words, environment)).toMatchObject({ is: 'wish' });
  });
});
