import { CircleCheck, Info, LoaderCircle, Lock, Mail } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

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

/** One message, such as the state of a payment. */
export type Notice = {
  readonly look: keyof typeof LOOKS;
  readonly title: string;
  readonly text: string;
};

type Props = Notice & {
  readonly ref: Ref<HTMLDivElement>;
  readonly children?: ReactNode;
  /** What to do next: buttons, if any. */
  readonly actions: ReactNode;
};

/** The card of a screen with one message. Changes of it are announced. */
export const NoticeCard = ({ ref, look, title, text, children, actions }: Props) => {
  const { icon: Icon, colours } = LOOKS[look];
  return (
    <div ref={ref} className="card mx-auto w-full max-w-160 px-5 py-8 sm:px-12 sm:py-12">
      <span className={`grid size-14 place-items-center rounded-full ${colours}`}>
        <Icon aria-hidden size={28} className={`size-7 ${look === 'busy' ? 'motion-safe:animate-spin' : ''}`} />
      </span>
      <div role="status" className="mt-5">
        <ScreenTitle page={title}>{title}</ScreenTitle>
        <p className="mt-2 max-w-measure text-lg text-ink-muted">{text}</p>
      </div>
      {children}
      <div className="mt-8 flex flex-col gap-2 empty:hidden sm:flex-row print:hidden">{actions}</div>
    </div>
  );
};
