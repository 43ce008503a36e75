import { useLayoutEffect, useRef, useState } from 'react';

type Props = {
  readonly text: string;
  /** Whom they are about. */
  readonly name: string;
};

/** The notes of a lead. Long ones scroll in their place, by the keyboard too; on paper they stand in full. */
export const LeadNotes = ({ text, name }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => setScrolls(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text]);

  if (text.trim() === '') return <p className="text-ink-muted">No notes</p>;
  return (
    <div
      ref={box}
      {...(scrolls && { role: 'group', tabIndex: 0, 'aria-label': `Notes about ${name}` })}
      className="max-h-[5.6lh] overflow-y-auto overscroll-contain text-pretty wrap-anywhere whitespace-pre-line print:max-h-none print:overflow-visible"
    >
      {text}
    </div>
  );
};
