import { useLayoutEffect, useRef, useState } from 'react';

type Props = {
  readonly text: string;
  /** Whom they are about. */
  readonly name: string;
};

/** Whether a box scrolls, and whether more of it follows below. */
const WHOLE = { scrolls: false, goesOn: false };

const isSame = (one: typeof WHOLE, other: typeof WHOLE): boolean =>
  one.scrolls === other.scrolls && one.goesOn === other.goesOn;

const measured = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): typeof WHOLE => ({
  scrolls: scrollHeight > clientHeight + 1,
  goesOn: scrollHeight > clientHeight + scrollTop + 1,
});

/**
 * The notes of a lead. Long ones scroll in their place, by the keyboard too, and fade where they go on; on paper they stand in
 * full. No part is a block: a row of a table that holds them is copied as one line.
 */
export const LeadNotes = ({ text, name }: Props) => {
  const box = useRef<HTMLSpanElement>(null);
  const [{ scrolls, goesOn }, setMeasured] = useState(WHOLE);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const now = measured(element);
      setMeasured((before) => (isSame(before, now) ? before : now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [text]);

  if (text.trim() === '') return <span className="text-ink-muted">No notes</span>;
  return (
    <span
      ref={box}
      {...(scrolls && { role: 'group', tabIndex: 0, 'aria-label': `Notes about ${name}` })}
      data-goes-on={goesOn}
      className={`inline-block max-h-[5.6lh] w-full overflow-y-auto overscroll-contain align-top text-pretty wrap-anywhere whitespace-pre-line print:max-h-none print:overflow-visible ${goesOn ? 'goes-on' : ''}`}
    >
      {text}
    </span>
  );
};
