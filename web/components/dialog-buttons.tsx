import { Fragment } from 'react';
import type { ReactNode } from 'react';

import { useMedia } from './use-media.ts';

type Props = {
  /** What the dialog is for. */
  readonly main: ReactNode;
  /** The ways out. */
  readonly children: ReactNode;
};

/**
 * The buttons of a dialog: the main one over the others in a bottom sheet, at their end where there is more room. They are in
 * the page as they are seen, because the Tab key follows the page.
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
