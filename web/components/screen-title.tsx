import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

import { lastArrival } from '#web/navigation.ts';

type Props = {
  readonly children: ReactNode;
  /** The document's title, without the product's name; omitted, it is the product's own. */
  readonly page?: string;
  readonly className?: string;
  /** Ids of what a screen reader reads with the title, as far as it is there: it stands before the title, and the focus is led past it. */
  readonly describedBy?: string;
};

const PRODUCT = 'Homelead: exclusive home buyer leads';

/** The title of the document, by its page. */
export const documentTitle = (page?: string): string => (page === undefined ? PRODUCT : `${page} | Homelead`);

/**
 * The h1 of a screen, one per screen. It names the document; and when a link led here, the view starts at the top and the
 * focus here, so that a screen reader says where one is. Back and Forward leave the scrolling to the browser.
 */
export const ScreenTitle = ({ children, page, className = 'title', describedBy }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);

  // Before paint: a new screen is never seen at the scroll position of the old one, or under its title.
  useLayoutEffect(() => {
    document.title = documentTitle(page);
  }, [page]);

  useLayoutEffect(() => {
    if (lastArrival() === 'load') return;
    if (lastArrival() === 'link') window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} className={className} aria-describedby={describedBy}>
      {children}
    </h1>
  );
};
