import { useInsertionEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;
type Typed = { readonly field: Field; readonly text: string };

const isTyped = (field: Field): boolean => field.value !== field.defaultValue;

/** As if it was typed now: React hears of it, and whoever keeps the field's text. */
const type = ({ field, text }: Typed): void => {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Around a page that the server has drawn. What was typed, or filled in by the browser, before the page woke up stays. */
export const Beginning = ({ root, children }: { readonly root: Element; readonly children: ReactNode }) => {
  const typed = useRef<readonly Typed[]>([]);
  // Before the fields are given the texts that their forms begin with, and after that.
  useInsertionEffect(() => {
    const fields = [...root.querySelectorAll<Field>('input, textarea')];
    typed.current = fields.filter(isTyped).map((field) => ({ field, text: field.value }));
  }, [root]);
  useLayoutEffect(() => {
    for (const one of typed.current) type(one);
    typed.current = [];
  }, []);
  return children;
};
