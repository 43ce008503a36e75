import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';

import { edgesWindow } from '#domain/pages.ts';

import { PageLink, PageStep } from './pager.tsx';

type Props = {
  readonly currentPage: number;
  readonly totalPages: number;
  readonly hrefOf: (page: number) => string;
  /** Called when a link was followed in this window, with the new address in place. */
  readonly onTurn: () => void;
};

/** First, Previous, the ends and the pages around this one, Next, Last. On a narrow list the numbers have a line of their own. */
export const VaultPager = ({ currentPage, totalPages, hrefOf, onTurn }: Props) => {
  const before = currentPage > 1;
  const after = currentPage < totalPages;
  return (
    <nav aria-label="Pagination" className="@container">
      <div className="figures flex flex-wrap justify-center gap-0.5 @sm:gap-1">
        <PageStep name="First" icon={ChevronsLeft} href={before ? hrefOf(1) : undefined} onTurn={onTurn} />
        <PageStep
          name="Previous"
          icon={ChevronLeft}
          href={before ? hrefOf(currentPage - 1) : undefined}
          onTurn={onTurn}
        />
        <div className="flex flex-wrap justify-center gap-0.5 @max-pager:-order-1 @max-pager:w-full @sm:gap-1">
          {edgesWindow(currentPage, totalPages).map((page, index) =>
            page === 'gap' ? (
              <span key={`gap ${index}`} className="pager-link min-w-5 text-ink-muted">
                ...
              </span>
            ) : (
              <PageLink
                key={page}
                href={hrefOf(page)}
                aria-label={`Page ${page}`}
                aria-current={page === currentPage ? 'page' : undefined}
                onTurn={onTurn}
              >
                {page}
              </PageLink>
            ),
          )}
        </div>
        <PageStep name="Next" icon={ChevronRight} href={after ? hrefOf(currentPage + 1) : undefined} onTurn={onTurn} />
        <PageStep name="Last" icon={ChevronsRight} href={after ? hrefOf(totalPages) : undefined} onTurn={onTurn} />
      </div>
    </nav>
  );
};
