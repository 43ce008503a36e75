import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { watchClicks, watchKeys } from '#web/one-press.ts';

const heard: string[] = [];
/** In milliseconds. */
let now = 0;

const hear = (name: string) => () => void heard.push(name);

const Shop = () => {
  const [agreed, agree] = useState(false);
  return (
    <>
      <button type="button" onClick={hear('continue')}>
        <b>Continue</b> <i>to terms</i>
      </button>
      <a href="#next" onClick={hear('next')}>
        Next
      </a>
      <label htmlFor="agree">I agree</label>
      <input id="agree" type="checkbox" checked={agreed} onChange={({ target }) => agree(target.checked)} />
      <textarea />
    </>
  );
};

beforeAll(() => {
  watchClicks();
  watchKeys();
});
beforeEach(() => {
  heard.length = 0;
  // What the test before has clicked is long ago.
  now += 10_000;
  render(<Shop />);
});

type Place = { readonly x?: number; readonly y?: number; readonly after?: number; readonly detail?: number };

/** Clicks on an element, a moment after the click before it; answers whether the browser may do what it does with a click. */
const click = (target: Element, { x = 300, y = 200, after = 100, detail = 1 }: Place = {}): boolean => {
  now += after;
  const event = new MouseEvent('click', { clientX: x, clientY: y, detail, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: now });
  return target.dispatchEvent(event);
};

const button = () => screen.getByRole('button');
const link = () => screen.getByRole('link');
const box = () => screen.getByRole<HTMLInputElement>('checkbox');

describe('a double click', () => {
  test('presses nothing that has come in the place of what its first click was for', () => {
    click(button());
    expect(click(link())).toBe(false);
    expect(click(box())).toBe(false);
    expect(heard).toEqual(['continue']);
    expect(box().checked).toBe(false);
  });

  test('is as many clicks as follow each other, however long that takes', () => {
    click(button());
    for (const after of [300, 300, 300]) expect(click(link(), { after })).toBe(false);
    expect(click(link(), { after: 500 })).toBe(true);
    expect(heard).toEqual(['continue', 'next']);
  });

  test('is also what the browser counts as one, for those who need longer', () => {
    click(button());
    expect(click(link(), { after: 800, detail: 2 })).toBe(false);
    expect(click(link(), { after: 800 })).toBe(true);
    expect(heard).toEqual(['continue', 'next']);
  });

  test('on one control counts twice, whatever of it is under the pointer', () => {
    click(screen.getByText('Continue'));
    click(screen.getByText('to terms'));
    click(button());
    expect(heard).toEqual(['continue', 'continue', 'continue']);
  });

  test('on a label and on its box is on one control', () => {
    for (const target of [screen.getByText('I agree'), box(), screen.getByText('I agree')])
      expect(click(target, { after: 50 })).toBe(true);
  });

  test('of a word leaves it to the browser to select it', () => {
    const word = document.body.appendChild(document.createElement('p'));
    expect(click(word)).toBe(true);
    expect(click(word, { detail: 2 })).toBe(true);
    word.remove();
  });
});

describe('no double click are', () => {
  test('clicks at two places, or with a pause between them', () => {
    click(button());
    expect(click(link(), { x: 320 })).toBe(true);
    expect(click(button(), { x: 320, y: 220 })).toBe(true);
    expect(click(link(), { x: 320, y: 220, after: 500 })).toBe(true);
    expect(heard).toEqual(['continue', 'next', 'continue', 'next']);
  });

  test('presses of a key, and clicks of a screen reader, between clicks of the pointer too', () => {
    click(button());
    for (const target of [link(), button(), link()]) expect(click(target, { x: 0, y: 0, detail: 0 })).toBe(true);
    expect(heard).toEqual(['continue', 'next', 'continue', 'next']);
    expect(click(link())).toBe(false);
  });
});

describe('a key', () => {
  /** Answers whether the browser may do what it does with a key. */
  const press = (target: Element, init: KeyboardEventInit): boolean =>
    target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key: 'Enter', ...init }));

  test('that is held down presses once', () => {
    for (const target of [button(), link(), box()])
      expect([press(target, {}), press(target, { repeat: true })]).toEqual([true, false]);
  });

  test('that is held down writes on: Enter in a text of several lines, and any other key', () => {
    expect(press(screen.getByRole('textbox'), { repeat: true })).toBe(true);
    for (const key of ['a', 'Backspace', 'ArrowDown', 'Tab']) expect(press(box(), { key, repeat: true })).toBe(true);
  });
});
