import { CalendarClock, CircleAlert } from 'lucide-react';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { endText, overdueText } from '#web/standing.ts';

import { KeepButton } from './keep-button.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

/** By this id a screen reader reads the notice with the title of the screen, which follows it. */
const SECTION = { id: 'standing', 'aria-label': 'Your subscription' };
const NOTICE = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card px-5 py-3 print:hidden';

/** What a subscriber has to know or do to keep access; nothing while all is well. */
export const SubscriptionNotice = ({ user }: { readonly user: UserAnswer }) => {
  if (user.paymentFailed)
    return (
      <section {...SECTION} className={`${NOTICE} bg-danger-soft`}>
        <p className="flex min-w-0 grow basis-80 items-start gap-3 font-medium">
          <CircleAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-danger" />
          <span>{overdueText(user)}</span>
        </p>
        <SubscribeButton className="button-solid max-sm:w-full">Pay now</SubscribeButton>
      </section>
    );
  if (!user.cancelAtPeriodEnd) return null;
  return (
    <section {...SECTION} className={`${NOTICE} border border-line bg-surface`}>
      <p className="flex min-w-0 grow basis-80 items-start gap-3">
        <CalendarClock size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-muted" />
        <span>{endText(user)}</span>
      </p>
      {user.canBeKept && (
        <KeepButton className="button-line max-sm:w-full" onGone={() => document.querySelector('h1')?.focus()} />
      )}
    </section>
  );
};
