import { once } from 'node:events';
import { chmod, cp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

import { askServer } from '#adapters/cli/ask-server.ts';
import type { Operation } from '#adapters/cli/operation.ts';
import { readEndpoint, trueName, writeEndpoint, newSocketAddress } from '#adapters/cli/operator-file.ts';
import { Challenge, proofOf } from '#adapters/cli/wire.ts';
import { echo, gate, newFolder, rawTalk, reasonOf, serving, talker } from './rig.ts';

const STATS: Operation = { command: 'stats' };

const ask = (folder: string, operation: Operation = STATS, more: Partial<Parameters<typeof askServer>[0]> = {}) =>
  askServer({ folder, operation, who: 'olga', onProgress: () => {}, onAsked: () => {}, ...more });

describe('a command beside a running server', () => {
  test('is done there, in the name of its operator, with its progress told', async () => {
    await using at = await newFolder();
    const { run, asked } = echo(({ onProgress }) => {
      onProgress({ text: 'half', share: 0.5 });
      onProgress({ text: 'all' });
    });
    await using _server = await serving(at.folder, run);
    const heard: unknown[] = [];
    const operation: Operation = { command: 'erase', text: 'zoë@example.com' };
    const answer = await ask(at.folder, operation, {
      onAsked: () => void heard.push('asked'),
      onProgress: (progress) => heard.push(progress),
    });
    expect(answer).toMatchObject({ is: 'done', json: { operation, who: 'olga' } });
    expect(heard).toEqual(['asked', { text: 'half', share: 0.5 }, { text: 'all' }]);
    expect(asked).toEqual([{ operation, who: 'olga' }]);
  });

  test('is found by any name of the folder', async () => {
    await using at = await newFolder();
    await using _server = await serving(at.folder, echo().run);
    const link = `${at.folder}-link`;
    await symlink(at.folder, link);
    expect(await ask(link)).toMatchObject({ is: 'done' });
    await rm(link);
  });

  test('does not wait for another one', async () => {
    await using at = await newFolder();
    const first = gate();
    let count = 0;
    const { run } = echo(() => ((count += 1) === 1 ? first.opened : undefined));
    await using _server = await serving(at.folder, run);
    const slow = ask(at.folder);
    await expect.poll(() => count).toBe(1);
    expect(await ask(at.folder)).toMatchObject({ is: 'done' });
    first.open();
    expect(await slow).toMatchObject({ is: 'done' });
  });

  test('waits for as long as the server is there, however long its work is', async () => {
    await using at = await newFolder();
    const { run } = echo(() => wait(1_500));
    await using _server = await serving(at.folder, run, { heartbeat: 20 });
    expect(await ask(at.folder, STATS, { patience: 700 })).toMatchObject({ is: 'done' });
  });

  test('gives up a server that says nothing any more, and says what to do', async () => {
    await using at = await newFolder();
    const never = gate();
    await using _server = await serving(at.folder, echo(() => never.opened).run, { heartbeat: 60_000 });
    const answer = await ask(at.folder, STATS, { patience: 300 });
    never.open();
    expect(reasonOf(answer)).toBe('server-lost');
    expect(answer?.lines.join()).toContain('audit');
  });

  test('that is a megabyte of rows comes over whole', async () => {
    await using at = await newFolder();
    const rows = Array.from({ length: 20_000 }, (_, index) => [`row ${index}`, 'é'.repeat(25)]);
    const run = async () => ({ is: 'done' as const, lines: [], table: { head: ['A', 'B'], rows }, json: {} });
    await using _server = await serving(at.folder, run);
    expect((await ask(at.folder))?.table?.rows).toEqual(rows);
  });
});

describe('where no server answers, nothing is asked of anybody', () => {
  test('because there is none, or no folder', async () => {
    await using at = await newFolder();
    expect(await ask(at.folder)).toBeUndefined();
    expect(await ask(join(at.folder, 'missing'))).toBeUndefined();
  });

  test('because it was killed, and its token is still there', async () => {
    await using at = await newFolder();
    await writeEndpoint(at.folder, { address: newSocketAddress('nobody-listens-here'), token: 't'.repeat(43) });
    expect(await ask(at.folder)).toBeUndefined();
  });

  test.each(['', 'not JSON', '{}', '{"address":"x","token":"short"}', '[]'])(
    'because its token cannot be used: %j',
    async (content) => {
      await using at = await newFolder();
      await writeFile(join(at.folder, 'operator.token'), content);
      expect(await ask(at.folder)).toBeUndefined();
    },
  );

  test('because it has stopped: its token goes with it', async () => {
    await using at = await newFolder();
    const { stop } = await serving(at.folder, echo().run);
    await stop();
    expect(await readdir(at.folder)).toEqual([]);
    expect(await ask(at.folder)).toBeUndefined();
  });

  test('because the folder is a copy of the one that the server has', async () => {
    await using at = await newFolder();
    await using copy = await newFolder();
    const { run, asked } = echo();
    await using _server = await serving(at.folder, run);
    await cp(at.folder, copy.folder, { recursive: true });
    expect(await ask(copy.folder)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test('because who listens does not know the token: it does not learn what was asked', async () => {
    await using at = await newFolder();
    const address = newSocketAddress('an-impostor');
    let heard = '';
    const impostor = createServer((socket) => {
      socket.on('data', (chunk) => {
        heard += String(chunk);
        socket.write(`${JSON.stringify({ challenge: 'c', proof: 'invented' })}\n`);
      });
    });
    await once(impostor.listen(address), 'listening');
    await writeEndpoint(at.folder, { address, token: 't'.repeat(43) });
    const onAsked = () => expect.unreachable();
    expect(await ask(at.folder, { command: 'erase', text: 'ann@example.com' }, { onAsked })).toBeUndefined();
    impostor.close();
    expect(heard).toContain('hello');
    expect(heard).not.toContain('ann@example.com');
  });
});

describe('the server takes orders only from whoever can read the folder', () => {
  test('its token is for its own user, and a new one each time', async () => {
    await using at = await newFolder();
    const first = await serving(at.folder, echo().run);
    const endpoint = await readEndpoint(at.folder);
    expect((await stat(join(at.folder, 'operator.token'))).mode & 0o777).toBe(0o600);
    await first.stop();
    await using _second = await serving(at.folder, echo().run);
    expect(await readEndpoint(at.folder)).not.toEqual(endpoint);
  });

  test('a token that others could read is replaced, not filled', async () => {
    await using at = await newFolder();
    const file = join(at.folder, 'operator.token');
    await writeFile(file, 'old');
    await chmod(file, 0o666);
    await using _server = await serving(at.folder, echo().run);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).not.toBe('old');
  });

  test.each<[string, object]>([
    ['without a proof', { who: 'mallory', operation: STATS }],
    ['with a wrong proof', { proof: 'wrong', who: 'mallory', operation: STATS }],
    ['with a proof of the right length', { proof: 'x'.repeat(43), who: 'mallory', operation: STATS }],
  ])('a command %s is refused', async (_how, request) => {
    await using at = await newFolder();
    const { run, asked } = echo();
    await using _server = await serving(at.folder, run);
    const told = await rawTalk(at.folder, '{"hello":"me"}\n', `${JSON.stringify(request)}\n`);
    expect(told).toContain('"reason":"token"');
    expect(asked).toEqual([]);
  });

  test("the server's own proof, which anybody can have it make, is none of a command", async () => {
    await using at = await newFolder();
    const { run, asked } = echo();
    await using _server = await serving(at.folder, run);
    using entering = await talker(at.folder);
    using asking = await talker(at.folder);
    const { challenge } = v.parse(Challenge, await entering.say({ hello: 'me' }));
    const { proof } = v.parse(Challenge, await asking.say({ hello: challenge }));
    const answer = await entering.say({ proof, who: 'mallory', operation: STATS });
    expect(answer).toMatchObject({ answer: { json: { error: { reason: 'token' } } } });
    expect(asked).toEqual([]);
  });

  test('a wrong token in the file opens nothing', async () => {
    await using at = await newFolder();
    const { run, asked } = echo();
    await using _server = await serving(at.folder, run);
    const endpoint = await readEndpoint(at.folder);
    await writeEndpoint(at.folder, { address: endpoint?.address ?? '', token: 'w'.repeat(43) });
    expect(await ask(at.folder)).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe('the server outlives', () => {
  test.each<[string, (string | Buffer)[]]>([
    ['a line that is not JSON', ['GET / HTTP/1.1\n']],
    ['JSON of another form', ['{"hello":5}\n']],
    ['a hello with more to it', ['{"hello":"x","operation":{"command":"stats"}}\n']],
    ['bytes that are no text', [Buffer.from([0xff, 0xfe, 0x00, 0x0a])]],
  ])('%s', async (_what, lines) => {
    await using at = await newFolder();
    await using _server = await serving(at.folder, echo().run);
    expect(await rawTalk(at.folder, ...lines)).toContain('"reason":"not-understood"');
    expect(await ask(at.folder)).toMatchObject({ is: 'done' });
  });

  test.each([
    ['a line of 70,000 bytes', `{"hello":"${'x'.repeat(70_000)}"}\n`],
    ['70,000 bytes without a line', 'x'.repeat(70_000)],
  ])('%s, which ends that conversation', async (_what, line) => {
    await using at = await newFolder();
    await using _server = await serving(at.folder, echo().run);
    expect(await rawTalk(at.folder, line)).toBe('');
    expect(await ask(at.folder)).toMatchObject({ is: 'done' });
  });

  test('values that no command has', async () => {
    await using at = await newFolder();
    const { run, asked } = echo();
    await using _server = await serving(at.folder, run);
    for (const operation of [
      { command: 'drop' },
      { command: 'audit', limit: 1e9 },
      { command: 'stats', more: 1 },
      { command: 'erase', text: 'x'.repeat(500) },
    ])
      expect(reasonOf(await ask(at.folder, operation as Operation))).toBe('not-understood');
    expect(asked).toEqual([]);
  });

  test('a crowd that keeps it busy: it hears 16 at a time, and the next one once somebody has left', async () => {
    await using at = await newFolder();
    await using _server = await serving(at.folder, echo().run);
    using crowd = new DisposableStack();
    const heard = async (talking: Awaited<ReturnType<typeof talker>>): Promise<boolean> =>
      v.is(Challenge, await crowd.use(talking).say({ hello: 'me' }));
    const first = await talker(at.folder);
    expect(await heard(first)).toBe(true);
    for (let one = 2; one <= 17; one += 1) expect(await heard(await talker(at.folder)), `${one}`).toBe(one <= 16);
    first[Symbol.dispose]();
    await expect.poll(() => ask(at.folder)).toMatchObject({ is: 'done' });
  });

  test('who connects and says nothing', async () => {
    await using at = await newFolder();
    await using _server = await serving(at.folder, echo().run, { patience: 50 });
    expect(await rawTalk(at.folder)).toBe('');
  });

  test('a terminal that goes away: the work is done all the same', async () => {
    await using at = await newFolder();
    const going = gate();
    const finished: string[] = [];
    const { run, asked } = echo(async ({ onProgress }) => {
      await going.opened;
      for (let step = 0; step < 100; step += 1) onProgress({ text: `${step}` });
      finished.push('yes');
    });
    await using _server = await serving(at.folder, run, { heartbeat: 60_000 });
    expect(reasonOf(await ask(at.folder, STATS, { patience: 300 }))).toBe('server-lost');
    expect(asked).toHaveLength(1);
    going.open();
    await expect.poll(() => finished).toEqual(['yes']);
    expect(await ask(at.folder)).toMatchObject({ is: 'done' });
  });

  test('a connection that is cut in the middle of a line', async () => {
    await using at = await newFolder();
    await using _server = await serving(at.folder, echo().run);
    const socket = connect((await readEndpoint(at.folder))?.address ?? '');
    await once(socket, 'connect');
    socket.write('{"hel');
    socket.destroy();
    expect(await ask(at.folder)).toMatchObject({ is: 'done' });
  });
});

describe('a server that stops', () => {
  /** A server that is at work on a command until `going` is opened. */
  const busy = async (folder: string) => {
    const going = gate();
    const { run, asked } = echo(() => going.opened);
    const { stop } = await serving(folder, run);
    const answer = ask(folder);
    await expect.poll(() => asked.length).toBe(1);
    return { going, asked, stop, answer: () => answer };
  };

  test('lets the command end that it has begun, and takes no new one', async () => {
    await using at = await newFolder();
    const { going, asked, stop, answer } = await busy(at.folder);
    const stopped = stop();
    expect(await ask(at.folder)).toBeUndefined();
    going.open();
    expect(await answer()).toMatchObject({ is: 'done' });
    await stopped;
    expect(asked).toHaveLength(1);
  });

  test('takes none that had found it before it stopped, and says so to one that it had let in', async () => {
    await using at = await newFolder();
    const { going, asked, stop, answer } = await busy(at.folder);
    const { token = '' } = (await readEndpoint(at.folder)) ?? {};
    using connected = await talker(at.folder);
    using letIn = await talker(at.folder);
    const { challenge } = v.parse(Challenge, await letIn.say({ hello: 'me' }));
    const stopped = stop();
    expect(await connected.say({ hello: 'me' })).toBeUndefined();
    const proof = proofOf(token, 'command', (await trueName(at.folder)) ?? '', challenge);
    const refusal = await letIn.say({ proof, who: 'olga', operation: STATS });
    expect(refusal).toMatchObject({ answer: { json: { error: { reason: 'server-stopping' } } } });
    going.open();
    expect(await answer()).toMatchObject({ is: 'done' });
    await stopped;
    expect(asked).toHaveLength(1);
  });

  test('does not wait for whoever is connected and asks nothing', async () => {
    await using at = await newFolder();
    const { stop } = await serving(at.folder, echo().run);
    using idle = await talker(at.folder);
    expect(await idle.say({ hello: 'me' })).toHaveProperty('challenge');
    await stop();
  });
});
