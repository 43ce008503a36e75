import { useState } from 'react';

/** In characters: a text up to this length is shown whole, in four lines of a wide window or eight of a phone. */
const LONG = 300;

type Props = {
  readonly text: string;
  /** The id of the element that names the lead. */
  readonly describedBy: string;
  readonly className: string;
};

/** The description of a lead: the first lines of a long one, with a button for the rest. */
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
          // Where the text filled the window, the shortened one may be far above it.
          if (isWhole) requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest' }));
        }}
      >
        {isWhole ? 'Show less' : 'Show more'}
      </button>
    </>
  );
};
