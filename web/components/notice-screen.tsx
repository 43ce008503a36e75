import { CircleCheck, Info, LoaderCircle, Lock, Mail } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';

import { expectScreen } from '#web/navigation.ts';

import { ScreenTitle } from './screen-title.tsx';

const QUIET = 'bg-sunken text-ink-muted';
const GOOD = 'bg-brand-soft text-brand-ink';

const LOOKS = {
  busy: { icon: LoaderCircle, colours: QUIET },
  done: { icon: CircleCheck, colours: GOOD },
  mail: { icon: Mail, colours: GOOD },
  locked: { icon: Lock, colours: QUIET },
  failed: { icon: Info, colours: QUIET },
} as const satisfies Record<string, { readonly icon: LucideIcon; readonly colours: string }>;

type Props = {
  readonly look: keyof typeof LOOKS;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
  /** What to do next: buttons. */
  readonly actions?: ReactNode;
  /** What 'Try again' does, where that may help. */
  readonly onRetry?: (() => void) | false;
};

/** A screen that says one thing: how something stands, and what next. Changes of it are announced. */
export const NoticeScreen = ({ look, title, text, children, actions, onRetry = false }: Props) => {
  const { icon: Icon, colours } = LOOKS[look];
  const card = useRef<HTMLDivElement>(null);
  const retry = (): void => {
    expectScreen();
    card.current?.querySelector('h1')?.focus();
    if (onRetry !== false) onRetry();
  };
  return (
    <div className="page grid place-items-center py-10 sm:py-20">
      <div ref={card} className="card w-full px-5 py-8 sm:w-160 sm:px-12 sm:py-12">
        <span className={`grid size-14 place-items-center rounded-full ${colours}`}>
          <Icon aria-hidden size={28} className={look === 'busy' ? 'motion-safe:animate-spin' : ''} />
        </span>
        <div role="status" className="mt-5">
          <ScreenTitle page={title}>{title}</ScreenTitle>
          <p className="mt-2 max-w-measure text-lg text-pretty text-ink-muted">{text}</p>
        </div>
        {children}
        <div className="mt-8 flex flex-col gap-2 empty:hidden sm:flex-row">
          {actions}
          {onRetry !== false && (
            <button type="button" className={actions === undefined ? 'button-solid' : 'button-line'} onClick={retry}>
              Try again
            </button>
          )}
        </div>
      </div>
    </div>
  );
};
