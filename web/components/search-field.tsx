import { Search, X } from 'lucide-react';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Ref } from 'react';

import { LONGEST_SEARCH } from '#domain/search-text.ts';
import { searchTextOf } from '#web/search-text.ts';

/** How long typing must pause before the search begins, in milliseconds. */
const DEBOUNCE = 300;

/** A handle of the field: searches at once for what is typed, without waiting for a pause. */
export type Searching = { readonly settle: () => void };

type Props = {
  readonly ref?: Ref<Searching> | undefined;
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  /** The search in the page's address. */
  readonly value: string;
  /** `replace`: this refines the search before it, and needs no history entry of its own. */
  readonly onSearch: (text: string, options: { readonly replace: boolean }) => void;
  readonly className: string;
};

/** A field that searches once typing pauses; Enter and the cross search at once. */
export const SearchField = ({ ref, name, label, placeholder = label, value, onSearch, className }: Props) => {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  /** Whether this spell of typing has its history entry already. */
  const pushed = useRef(false);

  // Back, or a link, has changed the address: the field follows, and a search that was about to start is dropped.
  useEffect(() => {
    if (value === sent.current) return;
    clearTimeout(timer.current);
    sent.current = value;
    pushed.current = false;
    setText(value);
  }, [value]);

  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (typed: string): void => {
    clearTimeout(timer.current);
    const next = searchTextOf(typed);
    if (next === sent.current) return;
    sent.current = next;
    onSearch(next, { replace: pushed.current });
    pushed.current = document.activeElement === input.current;
  };

  const settle = (): void => send(text);
  useImperativeHandle(ref, () => ({ settle }));

  // A layer opens, see `back-step.ts`: Back has to close it before it undoes this search.
  useEffect(() => {
    window.addEventListener('over', settle);
    return () => window.removeEventListener('over', settle);
  });

  const type = (typed: string): void => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(typed), DEBOUNCE);
  };

  const clear = (): void => {
    setText('');
    pushed.current = false;
    input.current?.focus();
    send('');
  };

  return (
    <form
      role="search"
      className={`relative ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        send(text);
        if (!window.matchMedia('(pointer: coarse)').matches) return;
        // Hides an on-screen keyboard, which would cover the results, and shows these.
        input.current?.blur();
        event.currentTarget.closest('section')?.querySelector('h2')?.scrollIntoView();
      }}
    >
      <label htmlFor={name} className="sr-only">
        {label}
      </label>
      <Search
        size={18}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-muted"
        aria-hidden="true"
      />
      <input
        ref={input}
        id={name}
        name={name}
        type="search"
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={LONGEST_SEARCH}
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={() => void (pushed.current = false)}
        className="field px-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {text === '' ? null : (
        <button type="button" aria-label="Clear search" onClick={clear} className="icon-button absolute top-0 right-0">
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </form>
  );
};
