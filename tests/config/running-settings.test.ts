import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { settingsFrom } from '#config/environment.ts';
import { MAIL_PATIENCE, SHORTEST_LEASE_SECONDS } from '#config/running-settings.ts';
import { messageOf } from './settings.ts';

const SERVER = { DATABASE_URL: 'postgres://u@db/x' };

describe('the part that a process plays', () => {
  it('is both where nothing is said', () => {
    expect(settingsFrom({}).role).toBe('both');
    expect(settingsFrom({ ...SERVER, WEB_ONLY: 'no', WORKER_ONLY: 'false' }).role).toBe('both');
  });

  it('is one of them by name', () => {
    expect(settingsFrom({ ...SERVER, WEB_ONLY: 'yes' }).role).toBe('web');
    expect(settingsFrom({ ...SERVER, WORKER_ONLY: 'true', WEB_ONLY: 'no' }).role).toBe('worker');
  });

  it('cannot be only the one and only the other', () => {
    for (const web of ['yes', 'true'])
      for (const worker of ['yes', 'true'])
        expect(messageOf({ ...SERVER, WEB_ONLY: web, WORKER_ONLY: worker })).toContain(
          '  WEB_ONLY and WORKER_ONLY exclude each other',
        );
  });

  it.each(['WEB_ONLY', 'WORKER_ONLY'])(
    'cannot be %s with the embedded database, which nobody else could join',
    (name) => {
      expect(messageOf({ [name]: 'yes' })).toContain(
        `  ${name} needs DATABASE_URL: an embedded database has one owner`,
      );
    },
  );
});

describe('the settings of running', () => {
  it('leave a job alone for longer than any mail may take', () => {
    expect(settingsFrom({}).jobLeaseSeconds).toBe(SHORTEST_LEASE_SECONDS);
    expect(settingsFrom({ JOB_LEASE_SECONDS: '60' }).jobLeaseSeconds).toBe(60);
    for (const tooShort of ['1', '10', '59'])
      for (const place of [{}, { NODE_ENV: 'development' }, { NODE_ENV: 'production' }])
        expect(messageOf({ ...place, JOB_LEASE_SECONDS: tooShort })).toContain(
          '  JOB_LEASE_SECONDS must be at least 60',
        );
    const margin = 10_000;
    expect(MAIL_PATIENCE + margin).toBeLessThanOrEqual(SHORTEST_LEASE_SECONDS * 1_000);
  });

  it('let tests of the product have a shorter one', () => {
    expect(settingsFrom({ NODE_ENV: 'test', JOB_LEASE_SECONDS: '1' }).jobLeaseSeconds).toBe(1);
  });

  it('say in the page of settings how short a lease may be', () => {
    const row = readFileSync('docs/configuration.md', 'utf8')
      .split('\n')
      .find((line) => line.includes('`JOB_LEASE_SECONDS`'));
    expect(row).toContain(`| \`${SHORTEST_LEASE_SECONDS}\` |`);
    expect(row).toContain(`at least ${SHORTEST_LEASE_SECONDS}, as a mail may take ${MAIL_PATIENCE / 1_000} `);
  });

  it('take a token of one word that nobody guesses, and never repeat it', () => {
    expect(settingsFrom({ METRICS_TOKEN: 'canary-token-0123' }).metricsToken).toBe('canary-token-0123');
    for (const token of ['canary-short', 'canary token of words', 'canary\u00fcmlaut-0123456'])
      expect(messageOf({ METRICS_TOKEN: token })).toMatch(/ {2}METRICS_TOKEN must be(?!.*canary)/s);
  });

  it('keep answers unless told not to', () => {
    expect(settingsFrom({}).answersFromMemory).toBe(true);
    expect(settingsFrom({ ANSWERS_FROM_MEMORY: 'no' }).answersFromMemory).toBe(false);
  });

  it('stop without a delay, or with one of at most five minutes', () => {
    expect(settingsFrom({}).stopDelaySeconds).toBe(0);
    expect(settingsFrom({ STOP_DELAY_SECONDS: '15' }).stopDelaySeconds).toBe(15);
    expect(messageOf({ STOP_DELAY_SECONDS: '301' })).toContain('STOP_DELAY_SECONDS');
  });
});
