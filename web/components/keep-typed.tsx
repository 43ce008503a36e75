import { useInsertionEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;
type Typed = { readonly field: Field; readonly text: string };

/** Sets the text of a field by the setter of its prototype, which React does not notice. */
const put = ({ field, text }: Typed): void => {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
};

/** Makes React read a field. React ignores an event whose text it knows already, so the field is emptied first. */
const tell = (field: Field): void => {
  const text = field.value;
  field.value = '';
  put({ field, text });
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Wraps a page that the server has drawn: what was typed, or filled in by the browser, before hydration stays. */
export const KeepTyped = ({ root, children }: { readonly root: Element; readonly children: ReactNode }) => {
  const typed = useRef<readonly Typed[]>([]);
  // An insertion effect runs before the forms set their initial texts, a layout effect after that.
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
