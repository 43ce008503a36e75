import { setImmediate as immediate } from 'node:timers/promises';
import { Duplex } from 'node:stream';
import pg from 'pg';
import { describe, expect, it } from 'vitest';

import type { DriverConnection } from '#adapters/mikro-orm/connection/execution.ts';
import { PreparedQuery } from '#adapters/mikro-orm/connection/prepared-query.ts';
import type { Prepared } from '#adapters/mikro-orm/connection/statement.ts';

const SHORT: Prepared = { name: 'one', text: 'select 1', isShort: true };
const LATE: Prepared = { ...SHORT, isLate: true };

/** A connection of the driver, with a socket that leads nowhere. `sent`: how many statements each packet had. */
const connected = () => {
  const sent: number[] = [];
  const count = (packet: string): void => void sent.push(packet.split('one').length - 1);
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      count(chunk.toString('latin1'));
      done();
    },
    writev: (chunks, done) => {
      count(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)).toString('latin1'));
      done();
    },
  });
  const connection = new pg.Connection({ stream: () => socket });
  // Known to the server, so that no text is sent.
  (connection as unknown as DriverConnection).parsedStatements[SHORT.name] = SHORT.text;
  const pipeline = { waiting: 0, isSpent: false };
  const decoding = { types: pg.types, shapes: new Map() };
  return {
    sent,
    ask: (statement: Prepared) => new PreparedQuery({ statement, values: [] }, decoding, pipeline).submit(connection),
  };
};

/** Resolves after everything that comes before the next callback of the event loop. */
const tick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

describe('statements on a pipeline', () => {
  it('leave in one packet at the end of the turn of the event loop in which they are asked for', async () => {
    const { sent, ask } = connected();
    ask(SHORT);
    await tick();
    ask(SHORT);
    await tick();
    expect(sent).toEqual([]);
    await immediate();
    expect(sent).toEqual([2]);
  });

  it('leave in that turn when they are asked for at its end, in one packet too', async () => {
    await immediate();
    const { sent, ask } = connected();
    ask(LATE);
    await Promise.resolve();
    ask(LATE);
    expect(sent).toEqual([]);
    await tick();
    expect(sent).toEqual([2]);
  });

  it('take others with them, whichever leave first', async () => {
    const { sent, ask } = connected();
    ask(SHORT);
    ask(LATE);
    await tick();
    expect(sent).toEqual([]);
    await immediate();
    expect(sent).toEqual([2]);
    ask(LATE);
    ask(SHORT);
    await tick();
    expect(sent).toEqual([2, 2]);
  });
});
