import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { reach } from '#adapters/cli/reach.ts';
import type { Operation } from '#adapters/cli/operation.ts';
import { echo, hanging, newFolder, reasonOf, serving } from './rig.ts';

const STATS: Operation = { command: 'stats' };

/** The data as a command opens them itself; `refusals` times another process has them. */
const data = (refusals = 0) => {
  const { run, asked } = echo();
  const counts = { opened: 0, closed: 0, refused: 0 };
  const open = async () => {
    if (counts.refused < refusals) {
      counts.refused += 1;
      return undefined;
    }
    counts.opened += 1;
    const close = async () => void (counts.closed += 1);
    return { run, close };
  };
  return { open, asked, counts };
};

const within = (needs: Partial<Parameters<typeof reach>[0]>) =>
  reach({ folder: undefined, who: 'olga', open: data().open, pause: 5, ...needs })(STATS, {
    onProgress: () => {},
    onAsked: () => {},
  });

describe('a command reaches the data', () => {
  test('by the running server, which has them open', async () => {
    await using at = await newFolder();
    const server = echo();
    await using _server = await serving(at.folder, server.run);
    const { open, counts } = data();
    expect(await within({ folder: at.folder, open })).toMatchObject({ is: 'done' });
    expect(server.asked).toEqual([{ operation: STATS, who: 'olga' }]);
    expect(counts.opened).toBe(0);
  });

  test('by itself when no server runs, and closes them again', async () => {
    await using at = await newFolder();
    const { open, asked, counts } = data();
    expect(await within({ folder: at.folder, open })).toMatchObject({ is: 'done' });
    expect(asked).toEqual([{ operation: STATS, who: 'olga' }]);
    expect(counts).toMatchObject({ opened: 1, closed: 1 });
  });

  test('by itself where the database is a server of its own, whoever else has it open', async () => {
    const { open, counts } = data();
    expect(await within({ folder: undefined, open })).toMatchObject({ is: 'done' });
    expect(counts).toMatchObject({ opened: 1, closed: 1 });
  });

  test('once another command has ended', async () => {
    await using at = await newFolder();
    const { open, counts } = data(3);
    expect(await within({ folder: at.folder, open })).toMatchObject({ is: 'done' });
    expect(counts).toEqual({ refused: 3, opened: 1, closed: 1 });
  });

  test('by a server that is just starting, as soon as it takes commands', async () => {
    await using at = await newFolder();
    const server = echo();
    let starting: Awaited<ReturnType<typeof serving>> | undefined;
    const open = async () => {
      starting ??= await serving(at.folder, server.run);
      return undefined;
    };
    expect(await within({ folder: at.folder, open })).toMatchObject({ is: 'done' });
    expect(server.asked).toHaveLength(1);
    await starting?.stop();
  });

  test('or says that another process has them and takes no commands', async () => {
    await using at = await newFolder();
    const { open, counts } = data(Number.POSITIVE_INFINITY);
    const answer = await within({ folder: at.folder, open, patience: 20 });
    expect(reasonOf(answer)).toBe('in-use');
    expect(counts.opened).toBe(0);
  });

  test('or says so after its time by the clock, however long each try takes', async () => {
    await using at = await newFolder();
    let tries = 0;
    const open = async () => {
      tries += 1;
      await wait(60);
      return undefined;
    };
    expect(reasonOf(await within({ folder: at.folder, open, patience: 100 }))).toBe('in-use');
    expect(tries).toBeLessThan(5);
  });

  test('or says that the server does not answer, and what to do, when it has them and hangs', async () => {
    await using at = await newFolder();
    await using server = await hanging(at.folder);
    const { open, counts } = data(Number.POSITIVE_INFINITY);
    const answer = await within({ folder: at.folder, open, firstPatience: 40, patience: 100 });
    expect(reasonOf(answer)).toBe('server-silent');
    expect(answer.lines.join()).toContain('/healthz');
    expect(counts.opened).toBe(0);
    expect(server.heard()).not.toContain('stats');
  });

  test('by itself once a server that hung has been killed', async () => {
    await using at = await newFolder();
    await using _server = await hanging(at.folder);
    expect(await within({ folder: at.folder, open: data(1).open, firstPatience: 40 })).toMatchObject({ is: 'done' });
  });
});
