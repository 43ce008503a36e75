import { Fragment } from 'react';
import type { ReactNode } from 'react';

import { useMedia } from './use-media.ts';

type Props = {
  /** The main action. */
  readonly main: ReactNode;
  /** The other actions. */
  readonly children: ReactNode;
};

/**
 * The buttons of a dialog: the main one above the others in a bottom sheet, after them where there is more room. They are drawn in the
 * order in which they are seen, because the Tab key follows the document.
 */
export const DialogButtons = ({ main, children }: Props) => {
  const hasRoom = useMedia('(min-width: 40rem)');
  const first = <Fragment key="main">{main}</Fragment>;
  const others = <Fragment key="others">{children}</Fragment>;
  return (
    <div className="flex flex-wrap gap-2 *:flex-1 max-sm:*:first:basis-full sm:justify-end sm:*:flex-none">
      {hasRoom ? [others, first] : [first, others]}
    </div>
  );
};
