import { edgesWindow } from '#domain/pages.ts';

import { PageNumber, PagerFrame } from './pager-frame.tsx';
import type { PagerProps } from './pager-frame.tsx';

/** First, Previous, the ends and the pages around this one, Next, Last. On a narrow list the numbers have a line of their own. */
export const VaultPager = (props: PagerProps) => {
  const { currentPage, totalPages } = props;
  return (
    <PagerFrame {...props} previous="Previous">
      <div className="flex flex-wrap justify-center gap-0.5 @max-pager:-order-1 @max-pager:w-full @sm:gap-1">
        {edgesWindow(currentPage, totalPages).map((page, index) =>
          page === 'gap' ? (
            <span key={`gap ${index}`} className="pager-link min-w-5 text-ink-muted">
              ...
            </span>
          ) : (
            <PageNumber key={page} {...props} page={page} />
          ),
        )}
      </div>
    </PagerFrame>
  );
};
