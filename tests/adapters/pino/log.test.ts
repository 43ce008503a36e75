import { describe, expect, test } from 'vitest';

import { pinoLog } from '#adapters/pino/log.ts';
import type { LogLevel } from '#adapters/pino/log.ts';
import * as store from '#application/ports/atomically.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import type { Log, LogFields } from '#application/ports/log.ts';
import * as mailer from '#application/ports/mailer.ts';
import * as payments from '#application/ports/payment-provider.ts';
import { ProviderRefused } from '#application/ports/payment-provider.ts';

const CANARY = 'canary-jane@example.com';
const ANY_TEXT = expect.any(String) as unknown;

const logged = (
  level: LogLevel,
  write: (log: Log) => void,
): { readonly text: string; readonly lines: Record<string, unknown>[] } => {
  let text = '';
  write(pinoLog(level, { write: (line) => void (text += line) }));
  const lines = text.split('\n').filter((line) => line !== '');
  return { text, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

const loggedError = (error: unknown): { readonly text: string; readonly error: unknown } => {
  const { text, lines } = logged('info', (log) => log.error('unexpected', { error: error as Error }));
  return { text, error: lines[0]?.['error'] };
};

describe('the log', () => {
  test('is one JSON object a line, with the time in UTC, the level and the event', () => {
    const { lines } = logged('info', (log) => {
      log.info('lead delivered', { leadId: 'l-1', milliseconds: 12 });
      log.warn('job failed');
    });
    expect(lines).toEqual([
      { time: ANY_TEXT, level: 'info', event: 'lead delivered', leadId: 'l-1', milliseconds: 12 },
      { time: ANY_TEXT, level: 'warn', event: 'job failed' },
    ]);
    for (const { time } of lines) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('leaves out what is below its level', () => {
    const write = (log: Log): void => {
      log.info('a');
      log.warn('job failed');
      log.error('unexpected');
    };
    expect(logged('warn', write).lines.map(({ event }) => event)).toEqual(['job failed', 'unexpected']);
    expect(logged('silent', write).lines).toEqual([]);
  });

  test('writes no field but those of the list, whatever a value carries besides', () => {
    const fields = {
      route: '/api/x',
      email: CANARY,
      password: CANARY,
      status: { secret: CANARY },
    } as unknown as LogFields;
    const { text, lines } = logged('info', (log) => log.info('request', fields));
    expect(text).not.toContain('canary');
    expect(lines).toEqual([{ time: ANY_TEXT, level: 'info', event: 'request', route: '/api/x' }]);
  });

  test('writes every field of the list', () => {
    const fields: Required<Omit<LogFields, 'error'>> = {
      requestId: 'r-1',
      method: 'GET',
      route: '/api/x',
      status: 200,
      milliseconds: 1,
      job: 'deliver-lead',
      leadId: 'l-1',
      purchaseId: 'p-1',
      subscriptionId: 's-1',
      userId: 'u-1',
      messageId: 'm-1',
      providerRef: 'pi-1',
      outcome: 'done',
      count: 0,
      setting: 'PORT',
      migrations: '0001-first, 0002-second',
    };
    const { lines } = logged('info', (log) => log.info('request', fields));
    expect(lines).toEqual([{ time: ANY_TEXT, level: 'info', event: 'request', ...fields }]);
  });

  test('puts a line break in a value into one line', () => {
    const { lines } = logged('info', (log) => log.info('request', { route: 'a\n{"level":"error"}' }));
    expect(lines).toHaveLength(1);
  });
});

describe('of an error the log', () => {
  test('tells name, code and where it happened', () => {
    const { error } = loggedError(Object.assign(new TypeError(CANARY), { code: 'ECONNREFUSED' }));
    expect(error).toEqual({ name: 'TypeError', code: 'ECONNREFUSED', stack: expect.any(Array) as unknown });
    expect((error as { stack: string[] }).stack[0]).toMatch(/^at .*log\.test\.ts:\d+:\d+/);
  });

  test('tells the message when we have written it ourselves', () => {
    expect(loggedError(new StoreUnavailable('the store is out of reach')).error).toMatchObject({
      name: 'StoreUnavailable',
      message: 'the store is out of reach',
    });
  });

  const isKindOfError = (value: unknown): value is new (message: string) => Error =>
    typeof value === 'function' && value.prototype instanceof Error;

  const kinds: readonly unknown[] = Object.values({ ...store, ...mailer, ...payments });
  test.for(kinds.filter(isKindOfError))(
    'tells the message of each that the store, the mail and the payments throw: %o',
    (Kind) => {
      expect(loggedError(new Kind('in our words')).error).toMatchObject({ message: 'in our words' });
    },
  );

  test('tells the causes alike', () => {
    const cause = Object.assign(new Error(CANARY), { code: 'EPIPE' });
    const { text, error } = loggedError(new ProviderRefused('amount too small', { cause }));
    expect(error).toMatchObject({ message: 'amount too small', cause: { name: 'Error', code: 'EPIPE' } });
    expect(text).not.toContain('canary');
  });

  test('ends with causes that go round in a circle', () => {
    const error = new Error('a');
    error.cause = error;
    expect(loggedError(error).error).toMatchObject({ cause: { cause: { cause: { name: 'Error' } } } });
  });

  const over = (change: (error: Error) => void): Error => {
    const error = new Error('harmless');
    change(error);
    return error;
  };

  test.for<[string, unknown]>([
    ['message', new Error(CANARY)],
    ['message of several lines', new Error(`no\n    at ${CANARY}\n    at b (file:///canary:1:2)`)],
    ['message that was changed later', over((error) => (error.message = CANARY))],
    ['stack that was changed later', over((error) => (error.stack = `${error.stack}\n    at ${CANARY}`))],
    ['name', over((error) => (error.name = CANARY))],
    ['code', over((error) => Object.assign(error, { code: CANARY }))],
    ['further fields', over((error) => Object.assign(error, { detail: CANARY, query: CANARY, parameters: [CANARY] }))],
    ['cause that is a text', new Error('a', { cause: CANARY })],
    ['errors inside', new AggregateError([new Error(CANARY)], CANARY)],
    [
      'class that only calls itself like one of ours',
      over((error) => Object.assign(error, { name: 'StoreBusy', message: CANARY })),
    ],
    ['value that is no error', CANARY],
    ['value that is an object', { message: CANARY }],
  ])('does not repeat a foreign %s', ([, error]) => {
    expect(loggedError(error).text).not.toContain('canary');
  });
});
