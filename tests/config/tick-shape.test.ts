import { executionAsyncResource } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';

import { keepTickShape } from '#config/tick-shape.ts';

const anotherTick = (): Promise<object> =>
  new Promise((resolve) => {
    process.nextTick((_argument: string) => resolve(executionAsyncResource()), 'an argument');
  });

describe('the kept tick object', () => {
  it('has the shape of all others', async () => {
    const [kept, another] = [await keepTickShape(), await anotherTick()];
    expect(kept).not.toBe(another);
    expect(Reflect.ownKeys(kept)).toEqual(Reflect.ownKeys(another));
    expect(kept).toHaveProperty('callback');
  });

  it('is one for the whole process', async () => {
    expect(await keepTickShape()).toBe(await keepTickShape());
  });
});
