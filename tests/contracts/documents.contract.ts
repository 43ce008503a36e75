import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Documents, Json } from '#application/ports/documents.ts';

/** Several processes' views of the same documents; `close` ends them all. */
export type DocumentsUnderTest = { readonly views: readonly Documents[]; readonly close: () => Promise<void> };

const countOf = (json: Json | undefined): number => (typeof json === 'number' ? json : 0);

export const documentsContract = (name: string, make: () => Promise<DocumentsUnderTest>): void => {
  describe(`documents: ${name}`, () => {
    let under: DocumentsUnderTest;
    let documents: Documents;
    let collections = 0;
    const freshCollection = (): string => `collection-${(collections += 1)}`;

    beforeAll(async () => {
      under = await make();
      const [first] = under.views;
      if (first === undefined) throw new Error('there is nothing to test');
      documents = first;
    });

    afterAll(() => under.close());

    test('what was never written is undefined', async () => {
      expect(await documents.read(freshCollection(), 'a')).toBeUndefined();
      expect(await documents.newest(freshCollection(), 10)).toEqual([]);
    });

    test.for<[string, Json]>([
      ['an object', { name: 'Ann', ages: [1, 2.5, -3e10], nested: { deep: [null, true, ''] } }],
      ['any characters', { text: 'ñ 🏠 "quoted" \\ \n \u0000 \u2028' }],
      ['a text', 'text'],
      ['a number', 42],
      ['false', false],
      ['null', null],
      ['an empty list', []],
    ])('%s comes back as it was written', async ([, json]) => {
      const collection = freshCollection();
      expect(await documents.change(collection, 'a', () => json)).toEqual(json);
      expect(await documents.read(collection, 'a')).toEqual(json);
      expect(await documents.newest(collection, 1)).toEqual([json]);
    });

    test('a change gets what is there, and answers what is there then', async () => {
      const collection = freshCollection();
      const seen: (Json | undefined)[] = [];
      const append = (json: Json | undefined): Json => {
        seen.push(json);
        return [...((json ?? []) as readonly Json[]), seen.length];
      };
      expect(await documents.change(collection, 'a', append)).toEqual([1]);
      expect(await documents.change(collection, 'a', append)).toEqual([1, 2]);
      expect(seen).toEqual([undefined, [1]]);
    });

    test('a change to undefined leaves everything as it is', async () => {
      const collection = freshCollection();
      expect(await documents.change(collection, 'a', () => undefined)).toBeUndefined();
      expect(await documents.newest(collection, 10)).toEqual([]);
      await documents.change(collection, 'a', () => ({ kept: true }));
      expect(await documents.change(collection, 'a', () => undefined)).toEqual({ kept: true });
      expect(await documents.read(collection, 'a')).toEqual({ kept: true });
    });

    test('a change that throws changes nothing', async () => {
      const collection = freshCollection();
      await documents.change(collection, 'a', () => 1);
      const thrown = documents.change(collection, 'a', () => {
        throw new Error('changed my mind');
      });
      await expect(thrown).rejects.toThrow('changed my mind');
      expect(await documents.read(collection, 'a')).toBe(1);
    });

    test('one that is added is kept, unless there is one already', async () => {
      const collection = freshCollection();
      expect(await documents.add(collection, 'a', { first: [1] })).toEqual({ first: [1] });
      expect(await documents.add(collection, 'a', 'second')).toEqual({ first: [1] });
      expect(await documents.read(collection, 'a')).toEqual({ first: [1] });
      await documents.change(collection, 'a', () => null);
      expect(await documents.add(collection, 'a', 'third')).toBeNull();
      expect(await documents.newest(collection, 10)).toEqual([null]);
    });

    test('of many that are added at a time one is kept, and all callers are answered that one', async () => {
      const collection = freshCollection();
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, caller) =>
          (under.views[caller % under.views.length] ?? documents).add(collection, 'a', caller),
        ),
      );
      const kept = await documents.read(collection, 'a');
      expect(new Set(answers)).toEqual(new Set([kept]));
      expect(await documents.newest(collection, 10)).toEqual([kept]);
    });

    test('nobody holds a piece of what is stored', async () => {
      const collection = freshCollection();
      const mine = { list: [1] };
      await documents.change(collection, 'a', () => mine);
      mine.list.push(2);
      const read = (await documents.read(collection, 'a')) as { list: number[] };
      expect(read).toEqual({ list: [1] });
      read.list.push(3);
      await documents.change(collection, 'a', (current) => {
        (current as { list: number[] }).list.push(4);
        return undefined;
      });
      expect(await documents.read(collection, 'a')).toEqual({ list: [1] });
      const added = (await documents.add(collection, 'a', 1)) as { list: number[] };
      added.list.push(5);
      expect(await documents.read(collection, 'a')).toEqual({ list: [1] });
    });

    test('the newest come first by the time they were first written, and no more than asked for', async () => {
      const collection = freshCollection();
      for (const id of ['b', 'a', 'c']) await documents.change(collection, id, () => id);
      await documents.change(collection, 'b', () => 'b again');
      expect(await documents.newest(collection, 10)).toEqual(['c', 'a', 'b again']);
      expect(await documents.newest(collection, 2)).toEqual(['c', 'a']);
    });

    test('collections do not see each other', async () => {
      const [one, other] = [freshCollection(), freshCollection()];
      await documents.change(one, 'a', () => 1);
      await documents.change(other, 'a', () => 2);
      expect(await documents.read(one, 'a')).toBe(1);
      expect(await documents.newest(other, 10)).toEqual([2]);
    });

    test('many callers in all processes change a document one at a time, also one that is not there yet', async () => {
      const collection = freshCollection();
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, caller) =>
          (under.views[caller % under.views.length] ?? documents).change(collection, 'a', (json) => countOf(json) + 1),
        ),
      );
      expect(answers.toSorted((a, b) => countOf(a) - countOf(b))).toEqual(
        Array.from({ length: 40 }, (_, count) => count + 1),
      );
      expect(await documents.read(collection, 'a')).toBe(40);
    });
  });
};
