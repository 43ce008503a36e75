import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

import { signInHref } from '#web/next-address.ts';
import { beginPaymentScript } from '#web/payment-script.ts';
import { subscribe } from '#web/stores/subscribe.ts';
import { useVisitor } from '#web/stores/visitor.ts';

import { BusyButton } from './busy-button.tsx';

/** How long 'Redirecting...' is shown before the sign-up, in milliseconds. */
const REDIRECT_DELAY = 500;

type Props = { readonly className?: string; readonly children?: ReactNode };

/** To the payment page for who is signed in, to the sign-up for the others. */
export const SubscribeButton = ({ className = 'button-solid', children = 'Subscribe Now' }: Props) => {
  const visitor = useVisitor();
  const [path, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(beginPaymentScript, []);

  // Back from the payment page to a page that the browser had kept.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) setBusy(false);
    };
    window.addEventListener('pageshow', onPageShow);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener('pageshow', onPageShow);
    };
  }, []);

  const onClick = async (): Promise<void> => {
    setBusy(true);
    const way = await subscribe(visitor);
    if (way === 'sign-up') timer.current = setTimeout(() => navigate('/signup'), REDIRECT_DELAY);
    if (way === 'sign-in') navigate(signInHref(path));
    if (way === 'dashboard') navigate('/lead-vault-dashboard');
    if (way === 'nowhere' || way === 'dashboard') setBusy(false);
  };

  return (
    <BusyButton className={className} busy={isBusy} busyText="Redirecting..." onClick={() => void onClick()}>
      {children}
    </BusyButton>
  );
};
