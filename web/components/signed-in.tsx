import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Redirect, useLocation } from 'wouter';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { signInHref } from '#web/next-address.ts';
import { tellSessionEnded } from '#web/stores/tell.ts';
import { useAnswer } from '#web/stores/use-answer.ts';
import { awaitVisitor, useVisitor } from '#web/stores/visitor.ts';
import { useQuery } from '#web/use-query.ts';

type Props = {
  /** Shown while the server is asked who is signed in. */
  readonly checking: ReactNode;
  /** Shown when the server could not say: that proves nothing, so nobody is sent away. */
  readonly failed: (tryAgain: () => void) => ReactNode;
  readonly children: (user: UserAnswer) => ReactNode;
};

/** Whether the server could say who is signed in. */
const isVisitorKnown = async (): Promise<boolean> => (await awaitVisitor()).standing !== 'unknown';

/**
 * Shows a screen to signed-in users only; others sign in first and come back. A user whose session has ended is told so, and finds the
 * address filled in, unless somebody else may be there by now. The server is asked once a visit.
 */
export const SignedIn = ({ checking, failed, children }: Props) => {
  const visitor = useVisitor();
  const [path] = useLocation();
  const search = useQuery();
  /** The user who was last signed in on this screen. */
  const [user, setUser] = useState<UserAnswer>();
  const { answer: isKnown, askAgain } = useAnswer('visitor', isVisitorKnown);

  if (visitor.standing === 'signed-in' && visitor.user !== user) setUser(visitor.user);

  // A user who logs out has left this screen before the visitor becomes nobody.
  useEffect(() => {
    if (user !== undefined && visitor.standing === 'nobody') tellSessionEnded();
  }, [user, visitor.standing]);

  if (isKnown === undefined || visitor.standing === 'checking') return checking;
  if (!isKnown || visitor.standing === 'unknown') return failed(askAgain);
  if (visitor.standing === 'signed-in') return children(visitor.user);
  const email = user?.pendingEmail === null ? user.email : undefined;
  return <Redirect to={signInHref(search === '' ? path : `${path}?${search}`)} replace state={{ email }} />;
};
