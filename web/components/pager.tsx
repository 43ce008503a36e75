import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'wouter';

import { slidingWindow } from '#domain/pages.ts';

type Props = {
  readonly currentPage: number;
  readonly totalPages: number;
  readonly hrefOf: (page: number) => string;
  /** Called when a link was followed in this window, with the new address in place. */
  readonly onTurn: () => void;
};

type LinkProps = ComponentProps<'a'> & { readonly href: string } & Pick<Props, 'onTurn'>;

/** A link to another page of the list. The browser keeps with the address that is left how far down one was: Back returns there. */
export const PageLink = ({ onTurn, className = '', ...link }: LinkProps) => (
  <Link {...link} className={`pager-link ${className}`} onClick={() => queueMicrotask(onTurn)} />
);

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
    <PageLink href={href} aria-label={name} title={name} onTurn={onTurn}>
      <Icon size={18} aria-hidden="true" />
    </PageLink>
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
          <PageLink
            key={page}
            href={hrefOf(page)}
            aria-label={`Page ${page}`}
            aria-current={page === currentPage ? 'page' : undefined}
            onTurn={onTurn}
            className={`${narrow.has(page) ? '' : '@max-pager:hidden'} ${narrowest.has(page) ? '' : '@max-xs:hidden'}`}
          >
            {page}
          </PageLink>
        ))}
        <PageStep name="Next" icon={ChevronRight} href={after ? hrefOf(currentPage + 1) : undefined} onTurn={onTurn} />
        <PageStep name="Last" icon={ChevronsRight} href={after ? hrefOf(totalPages) : undefined} onTurn={onTurn} />
      </div>
    </nav>
  );
};
