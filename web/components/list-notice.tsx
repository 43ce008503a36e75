import { SearchX } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  /** By default the icon of a search that found nothing. */
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly text: string;
  /** The button of the next step. */
  readonly children: ReactNode;
};

/** A card in place of the rows: why there are none, and what next. */
export const ListNotice = ({ icon: Icon = SearchX, title, text, children }: Props) => (
  <div className="card fade grid min-h-80 grid-cols-1 place-content-center justify-items-center px-5 py-12 text-center">
    <span className="grid size-12 place-items-center rounded-full bg-sunken text-ink-muted">
      <Icon size={22} aria-hidden="true" />
    </span>
    <h3 className="mt-4 text-lg font-semibold wrap-anywhere">{title}</h3>
    <p className="mt-1 max-w-md text-balance text-ink-muted">{text}</p>
    <div className="mt-5">{children}</div>
  </div>
);
