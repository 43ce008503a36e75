import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Link } from 'wouter';

import { slidingWindow } from '#domain/pages.ts';

type Props = {
  readonly currentPage: number;
  readonly totalPages: number;
  readonly hrefOf: (page: number) => string;
  /** Called when a link was followed in this window. */
  readonly onTurn: () => void;
};

type StepProps = {
  readonly name: string;
  readonly icon: LucideIcon;
  /** `undefined` where there is nowhere to go. */
  readonly href: string | undefined;
  readonly onTurn: () => void;
};

/** A link to the pages beside the numbers; dead where there is nowhere to go. */
export const PageStep = ({ name, icon: Icon, href, onTurn }: StepProps) =>
  href === undefined ? (
    <span role="link" aria-disabled="true" aria-label={name} className="pager-link text-line-strong">
      <Icon size={18} aria-hidden="true" />
    </span>
  ) : (
    <Link href={href} aria-label={name} title={name} onClick={onTurn} className="pager-link">
      <Icon size={18} aria-hidden="true" />
    </Link>
  );

/** How many of the ten numbers a narrow list has room for, the fewer the longer they are. */
const narrowWidth = (totalPages: number): number => (totalPages < 1000 ? 5 : 3);

/** First, Prev, up to ten numbers, Next, Last. A narrow list shows the numbers nearest to the current one. */
export const Pager = ({ currentPage, totalPages, hrefOf, onTurn }: Props) => {
  const before = currentPage > 1;
  const after = currentPage < totalPages;
  const narrow = new Set(slidingWindow(currentPage, totalPages, narrowWidth(totalPages)));
  const narrowest = new Set(slidingWindow(currentPage, totalPages, 3));
  return (
    <nav aria-label="Pagination" className="@container mt-5">
      <div className="figures flex flex-wrap justify-center gap-0.5 @sm:gap-1">
        <PageStep name="First" icon={ChevronsLeft} href={before ? hrefOf(1) : undefined} onTurn={onTurn} />
        <PageStep name="Prev" icon={ChevronLeft} href={before ? hrefOf(currentPage - 1) : undefined} onTurn={onTurn} />
        {slidingWindow(currentPage, totalPages).map((page) => (
          <Link
            key={page}
            href={hrefOf(page)}
            aria-label={`Page ${page}`}
            aria-current={page === currentPage ? 'page' : undefined}
            onClick={onTurn}
            className={`pager-link ${narrow.has(page) ? '' : '@max-pager:hidden'} ${narrowest.has(page) ? '' : '@max-xs:hidden'}`}
          >
            {page}
          </Link>
        ))}
        <PageStep name="Next" icon={ChevronRight} href={after ? hrefOf(currentPage + 1) : undefined} onTurn={onTurn} />
        <PageStep name="Last" icon={ChevronsRight} href={after ? hrefOf(totalPages) : undefined} onTurn={onTurn} />
      </div>
    </nav>
  );
};
