import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { exportStream } from '#adapters/http/answers/export-stream.ts';
import type { VaultedLead } from '#domain/vault.ts';
import { holds } from '#tests/support/property.ts';
import { exportedRows } from '#web/exported-rows.ts';

const lead = (index: number, description = ''): VaultedLead => ({
  id: `lead-${index}`,
  firstName: 'Zoë',
  lastName: '李',
  email: undefined,
  phone: undefined,
  address1: undefined,
  city: 'Austin',
  state: 'TX',
  description,
  price: 2_500,
  vaultedAt: 0,
});

/** What the server sends for these leads, so many at a time. */
const sent = async (leads: readonly VaultedLead[], atATime = 100): Promise<string> => {
  async function* some() {
    for (let from = 0; from < leads.length; from += atATime) yield leads.slice(from, from + atATime);
  }
  const stream = await exportStream(some(), (error) => {
    throw error;
  });
  return new Response(stream).text();
};

/** The text as it arrives, cut at these places. */
async function* arriving(text: string, cuts: readonly number[] = []): AsyncGenerator<string> {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  for (let index = 1; index < places.length; index += 1) yield text.slice(places[index - 1], places[index]);
}

const read = async (text: string, cuts?: readonly number[]) => {
  const all: unknown[] = [];
  for await (const rows of exportedRows(arriving(text, cuts))) all.push(...rows);
  return all;
};

const dataOf = (text: string) => (JSON.parse(text) as { readonly data: readonly unknown[] }).data;

const START = '{"status":"success","data":[';

describe('the rows of an export', () => {
  test('are the same wherever its text is cut', async () => {
    const hostile = fc.string({
      unit: fc.constantFrom(']}', '\n', '"', '\\', ',', '{', '[', '\u2028', '😀', 'é', ' '),
    });
    await holds(
      fc.asyncProperty(
        fc.array(hostile, { maxLength: 8 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        async (notes, atATime, cuts) => {
          const text = await sent(
            notes.map((note, index) => lead(index, note)),
            atATime,
          );
          expect(await read(text, cuts)).toEqual(dataOf(text));
        },
      ),
    );
  });

  test('are read though each character comes by itself', async () => {
    const text = await sent([lead(1, ']}\n'), lead(2)]);
    expect(await read(text, [...text].keys().toArray())).toEqual(dataOf(text));
  });

  test('come before the answer ends, and no more than some hundred at a time', async () => {
    const text = await sent(Array.from({ length: 5_000 }, (_, index) => lead(index)));
    async function* endless() {
      yield text.slice(0, -2);
      throw new Error('nothing more was to be read');
    }
    let count = 0;
    for await (const rows of exportedRows(endless())) {
      expect(rows.length).toBeLessThan(1_000);
      count += rows.length;
      if (count > 4_000) break;
    }
    expect(count).toBeGreaterThan(4_000);
  });

  test('are those of all leads, also where for once none come together', async () => {
    async function* some() {
      yield* [[], [lead(1)], [], [lead(2)], []];
    }
    const text = await new Response(await exportStream(some(), () => {})).text();
    expect(await read(text)).toMatchObject([{ id: 'lead-1' }, { id: 'lead-2' }]);
  });

  test('are none in an empty vault', async () => {
    expect(await read(await sent([]))).toEqual([]);
  });

  test.each([
    ['on one line', (data: readonly unknown[]) => JSON.stringify({ status: 'success', data })],
    ['on many lines', (data: readonly unknown[]) => JSON.stringify({ status: 'success', data }, undefined, 2)],
    ['with more in it', (data: readonly unknown[]) => JSON.stringify({ total: 2, status: 'success', data })],
    [
      'with a line and a comma for each',
      (data: readonly unknown[]) => `${START}${data.map((row) => JSON.stringify(row)).join('\n,')}\n]}\n`,
    ],
  ])('are read from an answer %s too', async (_name, layout) => {
    const data = [
      { id: 'a', note: ']}' },
      { id: 'b', note: '\n' },
    ];
    expect(await read(layout(data), [7, 40, 41])).toEqual(data);
  });

  test('of an answer that stops before its end are nothing to build on', async () => {
    const text = await sent([lead(1, 'x]}'), lead(2), lead(3)], 1);
    for (let length = 0; length < text.length; length += 1)
      await expect(read(text.slice(0, length), [10, 300]), text.slice(0, length)).rejects.toThrow(
        expect.objectContaining({ name: 'UnexpectedAnswer' }),
      );
  });

  test.each([
    ['an error', '{"status":"error","data":[]}'],
    ['an object instead of rows', '{"status":"success","data":{}}'],
    ['no rows', '{"status":"success"}'],
    ['a page', '<h1>Hello</h1>'],
    ['nothing', ''],
    ['a list', '[]'],
    ['something after its end', `${START}]}\n{"id":1}`],
    ['a second answer after its end', `${START}\n{"id":1}]}\n${START}]}`],
    ['a broken row', `${START}\n{"id":1},\n{"id":\n]}`],
    ['commas without rows between', `${START}\n{"id":1},,\n{"id":2}]}`],
  ])('are not taken from an answer with %s', async (_name, text) => {
    await expect(read(text)).rejects.toThrow(expect.objectContaining({ name: 'UnexpectedAnswer' }));
  });
});
