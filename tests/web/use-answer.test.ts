import { act, renderHook } from '@testing-library/react';
import { describe, expect, test } from 'vitest';

import { useAnswer } from '#web/stores/use-answer.ts';

/** Shows a question whose answers the test gives by hand, in any order. */
const shown = (first: string) => {
  const asked: { readonly question: string; readonly signal: AbortSignal; readonly answer: (text: string) => void }[] =
    [];
  const ask = (question: string, signal: AbortSignal): Promise<string> =>
    new Promise((resolve) => {
      asked.push({ question, signal, answer: resolve });
    });
  const { result, rerender } = renderHook(({ question }) => useAnswer(question, ask), {
    initialProps: { question: first },
  });
  const say = (index: number, text: string) => act(async () => asked[index]?.answer(text));
  const tryAgain = () => act(() => result.current.askAgain());
  return {
    asked,
    say,
    tryAgain,
    show: (question: string) => rerender({ question }),
    read: () => result.current.answer,
  };
};

describe('the question of a screen', () => {
  test('is asked once, however often it is drawn, and an empty one never', async () => {
    const { asked, say, show, read } = shown('');
    show('one');
    show('one');
    await say(0, 'answer to one');
    show('one');
    expect(asked.map(({ question }) => question)).toEqual(['one']);
    expect(read()).toBe('answer to one');
  });

  test('has no answer while it is asked again', async () => {
    const { asked, say, tryAgain, read } = shown('one');
    await say(0, 'first');
    tryAgain();
    expect(read()).toBeUndefined();
    await say(1, 'second');
    expect(read()).toBe('second');
    expect(asked).toHaveLength(2);
  });

  test('is never answered with what was an answer to another, nor with what comes late', async () => {
    const { asked, say, show, read } = shown('one');
    await say(0, 'answer to one');
    show('two');
    expect(read()).toBeUndefined();
    show('three');
    await say(2, 'answer to three');
    await say(1, 'answer to two');
    expect(read()).toBe('answer to three');
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  });
});
