import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

import { signInHref } from '#web/next-address.ts';
import { beginPaymentScript } from '#web/payment-script.ts';
import { subscribe } from '#web/stores/subscribe.ts';
import { tellSessionEnded } from '#web/stores/tell.ts';
import { mayLeave } from '#web/stores/unsaved.ts';
import { useVisitor } from '#web/stores/visitor.ts';

import { BusyButton } from './busy-button.tsx';

/** How long 'Redirecting...' is shown before the sign-up, in milliseconds. */
const REDIRECT_DELAY = 500;

type Props = { readonly className?: string; readonly children?: ReactNode };

/** To the payment page for who is signed in, to the sign-up for the others; nowhere any more for who turns away. */
export const SubscribeButton = ({ className = 'button-solid', children = 'Subscribe Now' }: Props) => {
  const visitor = useVisitor();
  const [path, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const isGone = useRef(false);
  /** The browser is on its way to the payment page. */
  const isLeaving = useRef(false);
  const hasLeft = (): boolean => isGone.current;

  useEffect(beginPaymentScript, []);

  // Before the next screen asks for anything: that would be stopped, too.
  useLayoutEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      if (isLeaving.current) window.stop();
    };
  }, []);

  // Back from the payment page to a page that the browser had kept.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      isLeaving.current = false;
      setBusy(false);
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  const onClick = async (): Promise<void> => {
    if (!mayLeave()) return;
    setBusy(true);
    const way = await subscribe(visitor, hasLeft);
    // A screen that finds out that he is subscribed takes the button away, too: then he has left it if he is elsewhere.
    if (way === 'dashboard' && window.location.pathname === path) navigate('/lead-vault-dashboard');
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
