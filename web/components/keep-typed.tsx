import { useInsertionEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;
type Typed = { readonly field: Field; readonly text: string };

/** Gives a field its text as the keyboard does, without React's knowing. */
const put = ({ field, text }: Typed): void => {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
};

/** Tells React what is in a field. It listens only to a text that it has not met there yet. */
const tell = (field: Field): void => {
  const text = field.value;
  field.value = '';
  put({ field, text });
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Around a page that is hydrated: keeps what was typed, or filled in by the browser, before that. */
export const KeepTyped = ({ root, children }: { readonly root: Element; readonly children: ReactNode }) => {
  const typed = useRef<readonly Typed[]>([]);
  // Before the forms give their fields the texts that they begin with, and after that.
  useInsertionEffect(() => {
    const fields = [...root.querySelectorAll<Field>('input, textarea')];
    typed.current = fields
      .filter((field) => field.value !== field.defaultValue)
      .map((field) => ({ field, text: field.value }));
  }, [root]);
  useLayoutEffect(() => {
    const kept = typed.current;
    typed.current = [];
    kept.forEach(put);
    setTimeout(() => kept.forEach(({ field }) => tell(field)));
  }, []);
  return children;
};
