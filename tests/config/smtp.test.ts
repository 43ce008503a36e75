import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryDocuments } from '#adapters/memory/documents.ts';
import { pinoLog } from '#adapters/pino/log.ts';
import { compose } from '#config/compose.ts';
import type { Product } from '#config/product.ts';
import { settingsFrom } from '#config/environment.ts';
import type { Settings } from '#config/environment.ts';
import { answer, openPostOffice, opened } from '#tests/support/post-office.ts';
import type { PostOffice } from '#tests/support/post-office.ts';

const EMAIL = 'nell.newcomer@example.com';

const WEB = { files: new Map(), shell: () => Promise.resolve('the shell') };

const settingsBy = ({ port }: PostOffice, folder: string) =>
  settingsFrom({
    MAIL: 'smtp',
    SMTP_URL: `smtp://shop:p%40ss@127.0.0.1:${port}`,
    MAIL_FROM: 'Homelead <leads@homelead.example>',
    CONTACT_TO: 'office@homelead.example',
    DATA_DIR: folder,
    SAMPLE_DATA: 'no',
    LOG_LEVEL: 'silent',
  });

describe('the whole product with a mail server', () => {
  let isBusy = true;
  let tries = 0;
  let postOffice: PostOffice;
  let folder: string;
  let product: Product;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= product.close());

  beforeAll(async () => {
    postOffice = await openPostOffice({
      onAuth: ({ username, password }, _session, done) =>
        password === 'p@ss' ? done(null, { user: username }) : done(answer(535, 'no')),
      onRcptTo: (_to, _session, done) => {
        tries += 1;
        done(isBusy ? answer(451, '4.2.0 later') : null);
      },
    });
    folder = await mkdtemp(join(tmpdir(), 'homelead-smtp-'));
    product = await compose(settingsBy(postOffice, folder), { web: WEB });
    await product.work();
  }, 60_000);

  afterAll(async () => {
    await stop();
    await postOffice.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('brings the letter of a sign-up to it, however often it says later', async () => {
    const response = await product.app.request('/api/auth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: 'sample-pass', fullName: 'Nell Newcomer' }),
    });
    expect(response.status).toBe(201);
    await expect.poll(() => tries, { timeout: 15_000 }).toBeGreaterThan(0);
    expect(postOffice.letters).toEqual([]);
    isBusy = false;
    await expect.poll(() => postOffice.letters.length, { timeout: 30_000 }).toBe(1);
    const [letter] = postOffice.letters;
    if (letter === undefined) throw new Error('no letter arrived');
    expect(letter).toMatchObject({ to: [EMAIL], from: 'leads@homelead.example', user: 'shop' });
    const { subject, text } = await opened(letter);
    expect(subject).toBe('Verify your email address');
    expect(text).toMatch(/http:\S+token=[\w-]{43}/);
  }, 60_000);

  it('has no development mailbox', async () => {
    for (const path of ['/dev/mailbox.json', '/dev/mailbox.css', '/dev/mailbox'])
      expect((await product.app.request(path)).status).toBe(404);
  });

  it('ends its connections when it stops', async () => {
    expect(postOffice.connections()).toBeGreaterThan(0);
    await stop();
    await expect.poll(postOffice.connections).toBe(0);
  });
});

describe('a mail server that is away', () => {
  it('stops no start, and is told in the log without a secret', async () => {
    const { port, close } = await openPostOffice();
    await close();
    const { mail } = settingsFrom({
      MAIL: 'smtp',
      SMTP_URL: `smtp://canary-user:canary-password@127.0.0.1:${port}`,
      MAIL_FROM: 'leads@homelead.example',
      CONTACT_TO: 'office@homelead.example',
    });
    let printed = '';
    const log = pinoLog('info', { write: (line) => void (printed += line) });
    const carried = await mail.open({ documents: memoryDocuments(), clock: memoryClock(0), log, patience: 10_000 });
    carried.greet?.();
    await expect.poll(() => printed).toContain('mail server not ready');
    carried.close();
    expect(printed).toContain('ECONNREFUSED');
    expect(printed).not.toContain('canary');
  });
});

describe('a mail server is greeted', () => {
  const visitsWhile = async (work: (product: Product) => Promise<unknown>, role: Settings['role']): Promise<number> => {
    let visits = 0;
    const postOffice = await openPostOffice({
      onConnect: (_session, done) => {
        visits += 1;
        done();
      },
    });
    const folder = await mkdtemp(join(tmpdir(), 'homelead-smtp-'));
    const product = await compose({ ...settingsBy(postOffice, folder), role }, { web: WEB });
    await work(product);
    // Who does come is here in some milliseconds.
    if (role === 'web') await wait(300);
    else await expect.poll(() => visits).toBeGreaterThan(0);
    await product.close();
    await postOffice.close();
    await rm(folder, { recursive: true, force: true });
    return visits;
  };

  it('by a process that sends its mails, when it begins to', async () => {
    expect(await visitsWhile(({ work }) => work(), 'both')).toBe(1);
  }, 60_000);

  it.each<[string, (product: Product) => Promise<unknown>]>([
    ['a command', ({ operate }) => operate({ command: 'stats' }, { who: 'olga', onProgress: () => {} })],
    ['a process that leaves the jobs to others', ({ work }) => work()],
  ])(
    'not by %s',
    async (_who, work) => {
      expect(await visitsWhile(work, 'web')).toBe(0);
    },
    60_000,
  );
});
