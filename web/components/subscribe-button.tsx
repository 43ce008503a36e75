import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

import { signInHref } from '#web/next-address.ts';
import { beginPaymentScript } from '#web/payment-script.ts';
import { subscribe } from '#web/stores/subscribe.ts';
import { tellSessionEnded } from '#web/stores/tell.ts';
import { keepUnsaved, mayLeave } from '#web/stores/unsaved.ts';
import { useVisitor } from '#web/stores/visitor.ts';

import { BusyButton } from './busy-button.tsx';

/** How long 'Redirecting...' is shown before the sign-up, in milliseconds. */
const REDIRECT_DELAY = 500;

type Props = { readonly className?: string; readonly children?: ReactNode };

/** Leads to the payment page if signed in, else to the sign-up; and nowhere once the visitor has turned away. */
export const SubscribeButton = ({ className = 'button-solid', children = 'Subscribe Now' }: Props) => {
  const visitor = useVisitor();
  const [path, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const isGone = useRef(false);
  /** The browser is on its way to the payment page. */
  const isLeaving = useRef(false);
  const hasLeft = (): boolean => isGone.current;

  useEffect(beginPaymentScript, []);

  // A layout effect: `stop` must come before the requests of the next screen, which it would stop too.
  useLayoutEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      if (isLeaving.current) window.stop();
    };
  }, []);

  // The browser has restored this page on the way back from the payment page.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      isLeaving.current = false;
      keepUnsaved();
      setBusy(false);
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  const onClick = async (): Promise<void> => {
    if (!mayLeave()) return;
    setBusy(true);
    const way = await subscribe(visitor, hasLeft);
    // The screen removes this button as well when it learns of the subscription; the user has left only if the path has changed.
    if (way === 'dashboard' && window.location.pathname === path) navigate('/lead-vault-dashboard');
    if (way === 'nowhere') keepUnsaved();
    if (hasLeft()) return;
    if (way === 'sign-up') setTimeout(() => hasLeft() || navigate('/signup'), REDIRECT_DELAY);
    if (way === 'sign-in') {
      tellSessionEnded();
      navigate(signInHref(path));
    }
    isLeaving.current = way === 'checkout';
    setBusy(isLeaving.current || way === 'sign-up');
  };

  return (
    <BusyButton className={className} busy={isBusy} busyText="Redirecting..." onClick={() => void onClick()}>
      {children}
    </BusyButton>
  );
};
