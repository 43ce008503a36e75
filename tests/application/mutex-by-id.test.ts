import { describe, expect, it } from 'vitest';

import { mutexById } from '#application/mutex-by-id.ts';

/** Work that ends when it is told to. */
const heldWork = () => {
  const begun: string[] = [];
  const ends: PromiseWithResolvers<string>[] = [];
  const work = mutexById((id: string, how: string) => {
    const end = Promise.withResolvers<string>();
    begun.push(`${id} ${how}`);
    ends.push(end);
    return end.promise;
  });
  return { begun, ends, work };
};

describe('work in turn', () => {
  it('is done for one id after the other, each with an answer of its own, also after one that failed', async () => {
    const { begun, ends, work } = heldWork();
    const answers = [work('a', '1').catch(() => 'failed'), work('a', '2')];
    expect(begun).toEqual(['a 1']);
    ends[0]?.reject(new Error('away'));
    expect(await answers[0]).toBe('failed');
    const third = work('a', '3');
    expect(begun).toEqual(['a 1', 'a 2']);
    ends[1]?.resolve('two');
    expect(await answers[1]).toBe('two');
    expect(begun).toEqual(['a 1', 'a 2', 'a 3']);
    ends[2]?.resolve('three');
    expect(await third).toBe('three');
  });

  it('is done side by side for different ids, and at once when nobody is before', async () => {
    const { begun, ends, work } = heldWork();
    const first = work('a', '1');
    void work('b', '1');
    expect(begun).toEqual(['a 1', 'b 1']);
    ends[0]?.resolve('done');
    await first;
    void work('a', '2');
    expect(begun).toEqual(['a 1', 'b 1', 'a 2']);
  });
});
