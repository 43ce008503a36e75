import { useLayoutEffect, useRef, useState } from 'react';

type Props = {
  readonly text: string;
  /** The name of the person whom the notes are about. */
  readonly name: string;
};

/** How much of a text is in sight: all of it, its end, or a part that goes on below. */
type Sight = 'all' | 'end' | 'part';

const sightOf = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): Sight => {
  const hidden = scrollHeight - clientHeight - 1;
  if (hidden <= 0) return 'all';
  return hidden > scrollTop ? 'part' : 'end';
};

/**
 * The notes of a lead. Long ones scroll in their place, by the keyboard too, and fade where they go on; on paper they stand in full. No
 * element in here is a block, so that a row of a table is copied as one line.
 */
export const LeadNotes = ({ text, name }: Props) => {
  const box = useRef<HTMLSpanElement>(null);
  const [sight, setSight] = useState<Sight>('all');
  const goesOn = sight === 'part';

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => setSight(sightOf(element));
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
      {...(sight !== 'all' && { role: 'group', tabIndex: 0, 'aria-label': `Notes about ${name}` })}
      data-goes-on={goesOn}
      className={`inline-block max-h-[5.6lh] w-full overflow-y-auto align-top text-pretty wrap-anywhere whitespace-pre-line print:max-h-none print:overflow-visible ${goesOn ? 'goes-on' : ''}`}
    >
      {text}
    </span>
  );
};
