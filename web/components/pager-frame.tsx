import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';

export type PagerProps = {
  readonly currentPage: number;
  readonly totalPages: number;
  readonly hrefOf: (page: number) => string;
  /** Called when a link was followed in this window, with the new address in place. */
  readonly onTurn: () => void;
};

type LinkProps = ComponentProps<'a'> & { readonly href: string } & Pick<PagerProps, 'onTurn'>;

/**
 * A link to another page of the list. The browser stores the scroll position with the history entry that is left, and Back restores it.
 */
const PageLink = ({ onTurn, className = '', ...link }: LinkProps) => (
  <Link {...link} className={`pager-link ${className}`} onClick={() => queueMicrotask(onTurn)} />
);

type NumberProps = Omit<PagerProps, 'totalPages'> & { readonly page: number; readonly className?: string };

/** The number of a page, as a link to it. */
export const PageNumber = ({ page, currentPage, hrefOf, onTurn, className }: NumberProps) => (
  <PageLink
    href={hrefOf(page)}
    aria-label={`Page ${page}`}
    aria-current={page === currentPage ? 'page' : undefined}
    onTurn={onTurn}
    className={className}
  >
    {page}
  </PageLink>
);

type StepProps = Pick<PagerProps, 'onTurn'> & {
  readonly name: string;
  readonly icon: LucideIcon;
  /** `undefined` where there is nowhere to go. */
  readonly href: string | undefined;
};

/** A link to the pages beside the numbers; disabled where there is nowhere to go. */
const PageStep = ({ name, icon: Icon, href, onTurn }: StepProps) =>
  href === undefined ? (
    <span role="link" aria-disabled="true" aria-label={name} className="pager-link text-line-strong">
      <Icon size={18} aria-hidden="true" />
    </span>
  ) : (
    <PageLink href={href} aria-label={name} title={name} onTurn={onTurn}>
      <Icon size={18} aria-hidden="true" />
    </PageLink>
  );

type NumbersProps = {
  /** Says where they have a line of their own. */
  readonly className: string;
  readonly children: ReactNode;
};

/** The numbers between the steps. */
export const PageNumbers = ({ className, children }: NumbersProps) => (
  <div className={`flex flex-wrap justify-center gap-0.5 @max-xs:gap-x-0 @sm:gap-1 ${className}`}>{children}</div>
);

type FrameProps = PagerProps & {
  /** The name of the step back. */
  readonly previous: 'Prev' | 'Previous';
  readonly className?: string;
  /** The page numbers. */
  readonly children: ReactNode;
};

/** First, one back, the numbers, Next, Last. */
export const PagerFrame = ({
  currentPage,
  totalPages,
  hrefOf,
  onTurn,
  previous,
  className = '',
  children,
}: FrameProps) => {
  const before = currentPage > 1;
  const after = currentPage < totalPages;
  return (
    <nav aria-label="Pagination" className={`@container ${className}`}>
      <div className="figures flex flex-wrap justify-center gap-0.5 [reading-flow:flex-visual] @sm:gap-1">
        <PageStep name="First" icon={ChevronsLeft} href={before ? hrefOf(1) : undefined} onTurn={onTurn} />
        <PageStep
          name={previous}
          icon={ChevronLeft}
          href={before ? hrefOf(currentPage - 1) : undefined}
          onTurn={onTurn}
        />
        {children}
        <PageStep name="Next" icon={ChevronRight} href={after ? hrefOf(currentPage + 1) : undefined} onTurn={onTurn} />
        <PageStep name="Last" icon={ChevronsRight} href={after ? hrefOf(totalPages) : undefined} onTurn={onTurn} />
      </div>
    </nav>
  );
};
