import { useState } from 'react';

/** What is no longer than this, in characters, is shown whole: in four lines of a wide window, in eight of a telephone's. */
const LONG = 300;

type Props = {
  readonly text: string;
  /** The id of what names the lead. */
  readonly describedBy: string;
  readonly className: string;
};

/** What is told of a lead. Of a long text the first lines, with a button for the others. */
export const LeadDescription = ({ text, describedBy, className }: Props) => {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= LONG) return <p className={className}>{text || 'No description'}</p>;
  return (
    <>
      <p className={`${className} ${isWhole ? '' : 'line-clamp-4'}`}>{text}</p>
      <button
        type="button"
        aria-expanded={isWhole}
        aria-describedby={describedBy}
        className="link -mb-2.5 inline-flex min-h-11 items-center text-sm"
        onClick={({ currentTarget }) => {
          setWhole(!isWhole);
          // What is left of a text that filled the window may be far above it.
          if (isWhole) requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest' }));
        }}
      >
        {isWhole ? 'Show less' : 'Show more'}
      </button>
    </>
  );
};
