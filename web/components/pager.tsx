import { slidingWindow } from '#domain/pages.ts';

import { PageNumber, PageNumbers, PagerFrame } from './pager-frame.tsx';
import type { PagerProps } from './pager-frame.tsx';

/** How many of the ten numbers a narrow list has room for, the fewer the longer they are. */
const narrowWidth = (totalPages: number): number => (totalPages < 1000 ? 5 : 3);

/**
 * First, Prev, up to ten numbers, Next, Last. A narrow list shows the numbers nearest to the current one; on the smallest phones they
 * have a line of their own.
 */
export const Pager = (props: PagerProps) => {
  const { currentPage, totalPages } = props;
  const narrow = new Set(slidingWindow(currentPage, totalPages, narrowWidth(totalPages)));
  const narrowest = new Set(slidingWindow(currentPage, totalPages, 3));
  return (
    <PagerFrame {...props} previous="Prev" className="mt-5">
      <PageNumbers className="@max-xs:-order-1 @max-xs:w-full">
        {slidingWindow(currentPage, totalPages).map((page) => (
          <PageNumber
            key={page}
            {...props}
            page={page}
            className={`${narrow.has(page) ? '' : '@max-pager:hidden'} ${narrowest.has(page) ? '' : '@max-md:hidden'}`}
          />
        ))}
      </PageNumbers>
    </PagerFrame>
  );
};
