import { edgesWindow } from '#domain/pages.ts';

import { PageNumber, PageNumbers, PagerFrame } from './pager-frame.tsx';
import type { PagerProps } from './pager-frame.tsx';

/**
 * First, Previous, the ends and the pages around this one, Next, Last. On a narrow list the numbers have a line of their own, and a
 * phone shows none beside a gap but the ends.
 */
export const VaultPager = (props: PagerProps) => {
  const { currentPage, totalPages } = props;
  const pages = edgesWindow(currentPage, totalPages);
  const isEnd = (page: number): boolean => page === 1 || page === totalPages;
  const isBesideGap = (index: number): boolean => [pages[index - 1], pages[index + 1]].includes('gap');
  return (
    <PagerFrame {...props} previous="Previous">
      <PageNumbers className="@max-pager:-order-1 @max-pager:w-full">
        {pages.map((page, index) =>
          page === 'gap' ? (
            <span key={`gap ${index}`} className="pager-link min-w-5 text-ink-muted">
              ...
            </span>
          ) : (
            <PageNumber
              key={page}
              {...props}
              page={page}
              className={isBesideGap(index) && !isEnd(page) ? '@max-md:hidden' : ''}
            />
          ),
        )}
      </PageNumbers>
    </PagerFrame>
  );
};
