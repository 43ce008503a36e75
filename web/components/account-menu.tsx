import { ChevronDown, LogOut, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FocusEvent } from 'react';
import { Link, useLocation } from 'wouter';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { signOut } from '#web/api.ts';
import { subscriptionText } from '#web/date.ts';
import { dropDraft } from '#web/stores/profile-draft.ts';
import { tellError, tellSuccess } from '#web/stores/tell.ts';
import { keepUnsaved, mayLeave } from '#web/stores/unsaved.ts';
import { meetVisitor } from '#web/stores/visitor.ts';

import { Breakable } from './breakable.tsx';
import { BusyButton } from './busy-button.tsx';

const MENU = 'account-menu';

/**
 * Below its button, which large text moves to another line, and level with the right edge of the header; it scrolls with the header.
 */
const PLACE =
  'below-button absolute right-[max(0.5rem,calc((100%-var(--page,72rem))/2+1.5rem))] w-72 max-w-[calc(100%-1rem)] md:right-[max(1.5rem,calc((100%-var(--page,72rem))/2+1.5rem))]';

const LogOutButton = ({ onFailure }: { readonly onFailure: () => void }) => {
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);

  const logOut = async (): Promise<void> => {
    if (!mayLeave()) return;
    setBusy(true);
    try {
      await signOut();
      dropDraft();
      tellSuccess('Logout successful!');
      navigate('/signin');
      meetVisitor('nobody');
    } catch {
      keepUnsaved();
      onFailure();
      tellError('Logout failed. Please try again.');
      setBusy(false);
    }
  };

  return (
    <BusyButton
      className="menu-item [&_span]:justify-start"
      busy={isBusy}
      busyText="Logging out..."
      onClick={() => void logOut()}
    >
      <LogOut size={18} aria-hidden="true" />
      Log out
    </BusyButton>
  );
};

/**
 * The menu of the signed-in user: a native popover, so that Esc and a press outside close it. Tabbing out of it closes it too, and so
 * does a failure, whose toast it would cover.
 */
export const AccountMenu = ({ user }: { readonly user: UserAnswer }) => {
  const menu = useRef<HTMLDivElement>(null);
  const { fullName, email } = user;
  const close = (): void => menu.current?.hidePopover();
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
  };
  return (
    <div className="contents" onBlur={onBlur}>
      <button
        type="button"
        popoverTarget={MENU}
        className="button-quiet -mr-2 gap-2.5 px-2 py-1 sm:px-3 forced-colors:mr-0"
      >
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft text-sm font-bold text-brand-ink"
        >
          {[...fullName][0]?.toUpperCase()}
        </span>
        <span className="max-w-40 truncate max-sm:sr-only">{fullName}</span>
        <span className="sr-only">, account menu</span>
        <ChevronDown size={16} aria-hidden="true" className="shrink-0 text-ink-muted max-[22.5rem]:hidden" />
      </button>
      <div ref={menu} id={MENU} popover="auto" className={`${PLACE} sheet border border-line text-ink`}>
        <div className="border-b border-line px-5 py-4">
          <p className="font-semibold sm:hidden">{fullName}</p>
          <p>
            <Breakable text={email} />
          </p>
          <p className="mt-1 text-sm text-ink-muted">{subscriptionText(user)}</p>
        </div>
        <div className="p-2">
          <Link href="/profile" className="menu-item" onClick={close}>
            <UserRound size={18} aria-hidden="true" />
            Profile
          </Link>
          <LogOutButton onFailure={close} />
        </div>
      </div>
    </div>
  );
};
