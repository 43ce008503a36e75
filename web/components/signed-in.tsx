import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { signInHref } from '#web/next-address.ts';
import { tellSessionEnded } from '#web/stores/session-ended.ts';
import { awaitVisitor, useVisitor } from '#web/stores/visitor.ts';

type Props = {
  /** While the server is asked who looks. */
  readonly checking: ReactNode;
  /** In place of the screen when the server could not say: that proves nothing, so nobody is sent away. */
  readonly failed: (tryAgain: () => void) => ReactNode;
  readonly children: (user: UserAnswer) => ReactNode;
};

/** Keeps a screen for who is signed in; the others sign in first and come back, and who was signed in is told that it has ended. The server is asked at each visit, once. */
export const SignedIn = ({ checking, failed, children }: Props) => {
  const visitor = useVisitor();
  const [path] = useLocation();
  const search = useSearch();
  const wasKnown = useRef(false);
  const [round, setRound] = useState(0);
  const [checked, setChecked] = useState<{ readonly round: number; readonly isKnown: boolean }>();

  useEffect(() => {
    let isLeft = false;
    void awaitVisitor().then(({ standing }) => {
      if (!isLeft) setChecked({ round, isKnown: standing !== 'unknown' });
    });
    return () => void (isLeft = true);
  }, [round]);

  // Who logs out has left this screen by the time that nobody is signed in.
  useEffect(() => {
    if (wasKnown.current && visitor.standing === 'nobody') tellSessionEnded();
    wasKnown.current = visitor.standing === 'signed-in';
  }, [visitor.standing]);

  if (checked?.round !== round || visitor.standing === 'checking') return checking;
  if (!checked.isKnown || visitor.standing === 'unknown') return failed(() => setRound(round + 1));
  if (visitor.standing === 'signed-in') return children(visitor.user);
  return <Redirect to={signInHref(search === '' ? path : `${path}?${search}`)} replace />;
};
