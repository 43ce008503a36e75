import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';

import { describe, expect, it } from 'vitest';

import { withoutValues } from '#adapters/mikro-orm/connection/failures.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import { settingsFrom } from '#config/environment.ts';
import { startProblem } from '#config/start-problem.ts';

const EMBEDDED = { DATA_DIR: 'data' };
const SERVER = { DATABASE_URL: 'postgres://shop:canary@db.example/shop' };

const thrownBy = async (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => undefined,
    (error: unknown) => error,
  );

const listening = (port: number, host: string) => thrownBy(() => once(createServer().listen(port, host), 'listening'));

const problem = (error: unknown, environment: Readonly<Record<string, string>> = EMBEDDED) =>
  startProblem(error, settingsFrom(environment));

const coded = (code: string, more: object = {}): Error => Object.assign(new Error('words'), { code, ...more });

describe('what keeps the product from starting names the setting', () => {
  it('HOST, when it is no address of this machine', async () => {
    const HOST = '192.0.2.1';
    for (const port of [0, 45_999])
      expect(problem(await listening(port, HOST), { HOST, PORT: `${port}` })).toMatch(/^HOST .*EADDRNOTAVAIL/);
  });

  it('HOST, when there is no such name, and not that of the database', () => {
    const error = coded('ENOTFOUND', { syscall: 'getaddrinfo', hostname: 'shop.invalid' });
    expect(problem(error, { ...SERVER, HOST: 'shop.invalid' })).toMatch(/^HOST /);
    expect(problem(error, SERVER)).toMatch(/^DATABASE_URL /);
  });

  it('PORT, when this user may not have it', () => {
    const error = coded('EACCES', { syscall: 'listen', port: 80, address: '127.0.0.1' });
    expect(problem(error, { PORT: '80' })).toBe('PORT cannot be used as it is: words');
  });

  it('DATA_DIR, when something in it or on the way to it is in the way', async () => {
    const DATA_DIR = `${import.meta.filename}/data`;
    expect(problem(await thrownBy(() => mkdir(DATA_DIR, { recursive: true })), { DATA_DIR })).toMatch(
      /^DATA_DIR .*ENOTDIR/,
    );
    expect(problem(coded('EACCES', { path: 'data/database' }))).toMatch(/^DATA_DIR /);
    expect(problem(coded('EROFS', { syscall: 'mkdir', path: '/disk/a' }), { DATA_DIR: '/disk/a/b' })).toMatch(
      /^DATA_DIR /,
    );
  });

  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', '53100'])(
    'DATA_DIR, when its disk says %s, which names no file once that is open',
    (code) => {
      expect(problem(coded(code))).toBe('DATA_DIR cannot be used as it is: words');
    },
  );

  it('DATA_DIR, when there was room to open its database and none to write into it', () => {
    const full = withoutValues(coded('53100'));
    expect(problem(full)).toBe('DATA_DIR cannot be used as it is: its disk is full');
    expect(problem(full, SERVER)).toBe('DATABASE_URL cannot be used as it is: its disk is full');
  });

  it.each([
    '28P01',
    '28000',
    '3D000',
    '08006',
    '53300',
    '57P03',
    '25006',
    '42501',
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'EAI_AGAIN',
    'ENETDOWN',
    'EPROTO',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'HOSTNAME_MISMATCH',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ])('DATABASE_URL, when its server says %s', (code) => {
    expect(problem(coded(code), SERVER)).toBe('DATABASE_URL cannot be used as it is: words');
  });

  it.each(['EADDRNOTAVAIL', 'EMFILE', 'ENFILE'])('DATABASE_URL, when connecting says %s', (code) => {
    expect(problem(coded(code, { syscall: 'connect' }), SERVER)).toBe('DATABASE_URL cannot be used as it is: words');
  });

  it.each([
    'The server does not support SSL connections',
    'There was an error establishing an SSL connection',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
  ])('DATABASE_URL, when its driver says: %s', (words) => {
    expect(problem(new Error(words), SERVER)).toBe(`DATABASE_URL cannot be used as it is: ${words}`);
  });

  it('DATABASE_URL, when its server lacks the extension, in one line with what the server advises', () => {
    const error = coded('0A000', { message: 'extension "pg_trgm" is not available\n - hint: Install it.' });
    expect(problem(error, SERVER)).toBe(
      'DATABASE_URL cannot be used as it is: extension "pg_trgm" is not available - hint: Install it.',
    );
  });

  it('DATABASE_URL, when a file that it names is missing', () => {
    const DATABASE_URL = `${SERVER.DATABASE_URL}?sslmode=verify-full&sslrootcert=/run/our%20ca.pem`;
    const error = coded('ENOENT', { syscall: 'open', path: '/run/our ca.pem' });
    expect(problem(error, { DATABASE_URL })).toBe('DATABASE_URL cannot be used as it is: words');
    expect(problem(error, SERVER)).toBeUndefined();
  });

  it('DATABASE_URL, when the store is out of reach, or every address of its host is', () => {
    expect(problem(new StoreUnavailable('away'), SERVER)).toMatch(/^DATABASE_URL .*away$/);
    const all = Object.assign(new AggregateError([new Error('one')]), { code: 'ECONNREFUSED' });
    expect(problem(all, SERVER)).toBe('DATABASE_URL cannot be used as it is: ECONNREFUSED');
  });
});

describe('what is no matter of a setting stays a fault, with its stack', () => {
  it.each<[string, unknown, Readonly<Record<string, string>>]>([
    ['a mistake of ours', new TypeError('x is not a function'), SERVER],
    ['a statement that the database refuses', coded('42703'), SERVER],
    ['what the database cannot do', coded('0A000'), SERVER],
    ['a file that is missing elsewhere', coded('ENOENT', { syscall: 'open', path: 'dist/web.js' }), SERVER],
    ['a file above the data folder', coded('EACCES', { syscall: 'open', path: '.' }), EMBEDDED],
    ['a file beside the data folder', coded('EACCES', { path: 'database' }), EMBEDDED],
    ['a full disk elsewhere', coded('ENOSPC', { path: '/elsewhere/file' }), EMBEDDED],
    ['a full disk of ours beside a server', coded('ENOSPC'), SERVER],
    ['more files than may be open', coded('EMFILE', { syscall: 'open', path: 'dist/web.js' }), SERVER],
    ['a certificate of nobody, without a server', coded('CERT_HAS_EXPIRED'), EMBEDDED],
    ['a socket of our own', coded('EACCES', { syscall: 'listen', port: -1, address: '/tmp/x.sock' }), EMBEDDED],
    ['what is no error', 'text', SERVER],
  ])('%s', (_what, error, environment) => {
    expect(problem(error, environment)).toBeUndefined();
  });

  it('also before the settings were read', () => {
    expect(startProblem(coded('ECONNREFUSED'), undefined)).toBeUndefined();
  });
});
