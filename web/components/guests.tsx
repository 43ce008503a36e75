import { useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

import { expectScreen } from '#web/navigation.ts';
import { nextAddress } from '#web/next-address.ts';
import { untellSignOut } from '#web/stores/tell.ts';
import { useVisitor } from '#web/stores/visitor.ts';
import { useHydrated } from '#web/use-hydrated.ts';
import { useQuery } from '#web/use-query.ts';

type Props = {
  /** The address that the form is filled in with, if any: whoever comes from a link of another account is meant to sign in to that. */
  readonly email?: string;
  readonly children: ReactNode;
};

/**
 * Shows a form to visitors who are not signed in; a user goes on to where a sign-in leads. The form waits for the first check, so that no
 * user sees it go; once it is on show, only a user makes it go: what was typed stays while the server is asked again.
 */
export const Guests = ({ email = '', children }: Props) => {
  const visitor = useVisitor();
  const isDrawn = !useHydrated();
  const [, navigate] = useLocation();
  const next = nextAddress(useQuery());
  const [isShown, setShown] = useState(isDrawn);

  const isChecked = visitor.standing !== 'checking';
  const isUser = visitor.standing === 'signed-in' && (email === '' || email === visitor.user.email);
  if (isChecked && !isUser && !isShown) setShown(true);

  useLayoutEffect(() => {
    if (!isUser) return;
    expectScreen();
    untellSignOut();
    navigate(next, { replace: true });
  }, [isUser, next, navigate]);

  return isUser || !isShown ? <div className="min-h-dvh" /> : children;
};
