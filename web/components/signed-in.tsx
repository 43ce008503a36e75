import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Redirect, useLocation } from 'wouter';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { faultText } from '#web/fault-text.ts';
import { expectScreen, lastArrival } from '#web/navigation.ts';
import { signInHref } from '#web/next-address.ts';
import { isSomebodyElse } from '#web/somebody-else.ts';
import { tellSessionEnded } from '#web/stores/tell.ts';
import { useAnswer } from '#web/stores/use-answer.ts';
import { awaitVisitor, useVisitor } from '#web/stores/visitor.ts';
import type { Visitor } from '#web/stores/visitor.ts';
import { useQuery } from '#web/use-query.ts';

type Props = {
  /** Shown while the server is asked who is signed in. */
  readonly checking: ReactNode;
  /** Shown when the server could not say, and why: that proves nothing, so nobody is sent away. */
  readonly failed: (tryAgain: () => void, why: string) => ReactNode;
  readonly children: (user: UserAnswer) => ReactNode;
};

/** When it gives way by itself, the focus that goes with it is for the title of what comes: a link, and Back, have seen to that. */
const Screen = ({ children }: { readonly children: ReactNode }) => {
  const screen = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = screen.current;
    return () => {
      if (lastArrival() === 'load' && box?.contains(document.activeElement)) expectScreen();
    };
  }, []);
  return <div ref={screen}>{children}</div>;
};

/**
 * Shows a screen to signed-in users only; others sign in first and come back. A user whose session has ended is told so, and finds the
 * address filled in, unless somebody else may be there by now. Somebody else gets a screen of their own, with nothing that was typed or
 * asked on the one before. The server is asked once a visit.
 */
export const SignedIn = ({ checking, failed, children }: Props) => {
  const visitor = useVisitor();
  const [path] = useLocation();
  const search = useQuery();
  /** The user who was last signed in on this screen. */
  const [user, setUser] = useState<UserAnswer>();
  /** Counts the users who took the place of another one. */
  const [turn, setTurn] = useState(0);
  const { answer: found, askAgain } = useAnswer('visitor', awaitVisitor);
  /** What was found, and who was known then. */
  const [check, setCheck] = useState<{ readonly found: Visitor; readonly known: Visitor }>();

  if (found !== undefined && found !== check?.found) setCheck({ found, known: visitor });
  if (visitor.standing === 'signed-in' && visitor.user !== user) {
    setUser(visitor.user);
    if (user !== undefined && isSomebodyElse(user, visitor.user)) setTurn(turn + 1);
  }

  // A user who logs out has left this screen before the visitor becomes nobody.
  useLayoutEffect(() => {
    if (user === undefined || visitor.standing !== 'nobody') return;
    expectScreen();
    tellSessionEnded();
  }, [user, visitor.standing]);

  if (found === undefined || visitor.standing === 'checking') return <Screen key={turn}>{checking}</Screen>;
  // A later check, which the page makes by itself, may have found who is there.
  if (found.standing === 'unknown' && visitor === check?.known)
    return <Screen key="failed">{failed(askAgain, faultText(found.fault))}</Screen>;
  if (visitor.standing === 'unknown') return <Screen key="failed">{failed(askAgain, faultText(visitor.fault))}</Screen>;
  if (visitor.standing === 'signed-in') return <Screen key={turn}>{children(visitor.user)}</Screen>;
  const email = user?.pendingEmail === null ? user.email : undefined;
  return <Redirect to={signInHref(search === '' ? path : `${path}?${search}`)} replace state={{ email }} />;
};
