import { useEffect, useRef } from 'react';
import { Link } from 'wouter';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { standingText, unsubscribeText } from '#web/standing.ts';
import { askToUnsubscribe, useUnsubscribing } from '#web/stores/unsubscribe.ts';

import { BusyButton } from './busy-button.tsx';
import { KeepButton } from './keep-button.tsx';
import { SubscribeButton } from './subscribe-button.tsx';
import { preloadUnsubscribe, UnsubscribeHost } from './unsubscribe-host.tsx';

const SubscribeOffer = () => (
  <>
    <p className="mt-1 mb-5 text-ink-muted">
      Subscribe to the Lead Vault for full access to every archived lead.{' '}
      <Link href="/lead-vault" className="link py-3.5">
        See what is inside
      </Link>
    </p>
    <SubscribeButton className="button-solid w-full" />
  </>
);

const UnsubscribeButton = ({ user }: { readonly user: UserAnswer }) => {
  const isBusy = useUnsubscribing((state) => state.isBusy);
  return (
    <BusyButton
      className="button-line"
      aria-haspopup="dialog"
      busy={isBusy}
      busyText="Unsubscribing..."
      onPointerEnter={preloadUnsubscribe}
      onFocus={preloadUnsubscribe}
      onClick={() => askToUnsubscribe(unsubscribeText(user))}
    >
      Unsubscribe
    </BusyButton>
  );
};

const Subscribed = ({ user }: { readonly user: UserAnswer }) => {
  const { paymentFailed, cancelAtPeriodEnd, canBeKept } = user;
  return (
    <>
      <p
        className={paymentFailed ? 'mt-3 rounded-control bg-danger-soft px-4 py-3 font-medium' : 'mt-1 text-ink-muted'}
      >
        {standingText(user)}
      </p>
      {(canBeKept || !cancelAtPeriodEnd) && (
        <div id="subscription-actions" className="mt-5 grid grid-cols-1 gap-2">
          {paymentFailed && <SubscribeButton className="button-solid">Pay now</SubscribeButton>}
          {canBeKept ? <KeepButton className="button-solid" /> : <UnsubscribeButton user={user} />}
        </div>
      )}
    </>
  );
};

/** The state of the subscription, and its actions. */
export const SubscriptionCard = ({ user }: { readonly user: UserAnswer }) => {
  const card = useRef<HTMLElement>(null);

  // Changes whenever the button that was pressed gives way to another one, or to none.
  const offer = `${user.isSubscribed} ${user.cancelAtPeriodEnd} ${user.canBeKept}`;
  const before = useRef(offer);
  useEffect(() => {
    if (before.current === offer) return;
    before.current = offer;
    if (document.activeElement !== document.body) return;
    (card.current?.querySelector('button') ?? card.current?.querySelector('h2'))?.focus();
  }, [offer]);

  return (
    <section ref={card} aria-labelledby="subscription" className="card p-5 sm:p-6">
      <h2 id="subscription" tabIndex={-1} className="text-xl font-bold tracking-tight">
        Subscription
      </h2>
      {user.isSubscribed ? <Subscribed user={user} /> : <SubscribeOffer />}
      <UnsubscribeHost />
    </section>
  );
};
