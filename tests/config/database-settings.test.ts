import { describe, expect, it } from 'vitest';

import { freshSeconds } from '#config/database-settings.ts';
import { BadSettings, settingsFrom } from '#config/environment.ts';

const databaseOf = (environment: Record<string, string>) => settingsFrom(environment).database;
const PRIMARY = { DATABASE_URL: 'postgres://u@db/x' };

describe('the database’s settings', () => {
  it('name no replica unless told to', () => {
    expect(databaseOf(PRIMARY)).toEqual({
      kind: 'server',
      url: 'postgres://u@db/x',
      poolSize: 10,
      replicas: undefined,
    });
  });

  it('have lists fresh after a change for as long as another process may not have heard of it', () => {
    expect(freshSeconds(databaseOf(PRIMARY))).toBe(2);
    expect(freshSeconds(databaseOf({}))).toBeUndefined();
  });

  it.each([
    'postgres://u:p%25q@db/x',
    'postgresql:///x?host=/run/postgresql',
    'postgres://u@[::1]:5433/x?sslmode=verify-full',
  ])('name a server by %s', (url) => {
    expect(databaseOf({ DATABASE_URL: url })).toMatchObject({ kind: 'server', url });
  });

  it('say one thing of what is no address at all', () => {
    expect(() => databaseOf({ DATABASE_URL: 'mysql://db' })).toThrow(
      /DATABASE_URL must be an address that starts with postgres:\/\/ or postgresql:\/\/$/,
    );
  });

  it('name replicas, separated by commas, and how late they may be', () => {
    const two = {
      ...PRIMARY,
      DATABASE_REPLICA_URLS: 'postgres://u@a/x, postgresql://u:p%2Cq@b:5433/x?sslmode=require',
    };
    const urls = ['postgres://u@a/x', 'postgresql://u:p%2Cq@b:5433/x?sslmode=require'];
    expect(databaseOf(two)).toMatchObject({ replicas: { urls, lagSeconds: 5 } });
    const slow = databaseOf({ ...two, DATABASE_REPLICA_LAG_SECONDS: '30' });
    expect(slow).toMatchObject({ replicas: { lagSeconds: 30 } });
    expect(freshSeconds(slow)).toBeGreaterThan(30);
  });

  it.each([
    [{ ...PRIMARY, DATABASE_REPLICA_URLS: 'postgres://u@a/x,' }, 'DATABASE_REPLICA_URLS must be addresses'],
    [
      { ...PRIMARY, DATABASE_REPLICA_URLS: 'mysql://user:canary-password@a/x' },
      'DATABASE_REPLICA_URLS must be addresses',
    ],
    [{ ...PRIMARY, DATABASE_REPLICA_URLS: 'postgres://u@a' }, 'DATABASE_REPLICA_URLS must be addresses'],
    ...[
      'postgres://u:canary-password@db',
      'postgres://u:canary-password@db/',
      'postgres://u:%Kcanary-password@db/x',
      'postgres://u:canary-password/@db/x',
      'postgres://u:canary-password?@db/x',
      'postgres://u:a@canary-password#/@db/x',
      'postgres://u:canary-password@db:99999/x',
    ].map((url): [Record<string, string>, string] => [
      { DATABASE_URL: url },
      'DATABASE_URL must be postgres://user:password@host:port/database, with special characters of user and password as %2F',
    ]),
    [
      { DATABASE_REPLICA_URLS: 'postgres://u@a/x' },
      'DATABASE_URL is missing: the PostgreSQL server that the replicas follow',
    ],
    [{ ...PRIMARY, DATABASE_REPLICA_LAG_SECONDS: '0' }, 'DATABASE_REPLICA_LAG_SECONDS must be at least 1'],
  ])('stop the start when they cannot be used: %j', (environment, complaint) => {
    expect(() => databaseOf(environment)).toThrow(BadSettings);
    expect(() => databaseOf(environment)).toThrow(complaint);
    expect(() => databaseOf(environment)).not.toThrow('canary-password');
  });
});
