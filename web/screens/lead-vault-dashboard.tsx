import { useEffect, useRef, useState } from 'react';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { later } from '#web/components/later.tsx';
import { NotSubscribed } from '#web/components/not-subscribed.tsx';
import { NoticeScreen } from '#web/components/notice-screen.tsx';
import { SignedIn } from '#web/components/signed-in.tsx';
import { useCancelled } from '#web/components/use-cancelled.ts';
import { useKeptPlace } from '#web/components/use-kept-place.ts';
import { useConfirmation } from '#web/stores/confirmation.ts';
import { tellSubscriptionEnded } from '#web/stores/subscription-ended.ts';

const checking = (
  <NoticeScreen
    look="busy"
    title="Checking subscription..."
    text="Please wait while we verify your subscription status."
  />
);

// Fetched while the visitor is checked. What could not be fetched is fetched again when it is drawn.
const load = () => import('#web/components/vault-dashboard.tsx');
void load().catch(() => undefined);
const VaultDashboard = later(() => load().then((dashboard) => dashboard.VaultDashboard), checking);

/** Says so when the subscription ends while the user has the dashboard open. */
const useEnd = ({ isSubscribed }: UserAnswer): void => {
  const wasSubscribed = useRef(false);
  useEffect(() => {
    if (!isSubscribed && wasSubscribed.current) tellSubscriptionEnded();
    wasSubscribed.current = isSubscribed;
  }, [isSubscribed]);
};

/** Then the notice of that stands there: a welcome beside it would say the opposite. */
const isEnding = ({ cancelAtPeriodEnd, paymentFailed }: UserAnswer): boolean => cancelAtPeriodEnd || paymentFailed;

/** For signed-in users: first confirms a payment that they come back from; then shows the vault to subscribers. */
const Guarded = ({ user }: { readonly user: UserAnswer }) => {
  const { confirmation, tryAgain } = useConfirmation();
  useEnd(user);
  const [isWelcomed, setWelcomed] = useState(false);
  switch (confirmation) {
    case 'confirming':
      return checking;
    case 'unreachable':
      return (
        <NoticeScreen
          look="failed"
          title="We could not confirm your payment"
          text="Nothing is lost. Wait a moment, check your connection, and try again."
          onRetry={tryAgain}
        />
      );
    case 'processing':
      return (
        <NoticeScreen
          look="failed"
          title="Your payment is still on its way"
          text="It has not been confirmed yet. Wait a moment and try again."
          onRetry={tryAgain}
        />
      );
    case 'settled':
    case 'subscribed':
    case 'going-on':
      return user.isSubscribed ? (
        <VaultDashboard
          user={user}
          welcome={isWelcomed || confirmation === 'settled' || isEnding(user) ? undefined : confirmation}
          onWelcomed={() => setWelcomed(true)}
        />
      ) : (
        <NotSubscribed />
      );
  }
};

/** The subscribers' screen: sign-in first, subscription second. In every state the footer starts below the window: it would jump. */
export const LeadVaultDashboard = () => {
  const screen = useRef<HTMLDivElement>(null);
  useCancelled();
  useKeptPlace(screen);
  return (
    <div ref={screen} className="min-h-dvh print:min-h-0">
      <SignedIn
        checking={checking}
        failed={(tryAgain, why) => (
          <NoticeScreen
            look="failed"
            title="We could not check your subscription"
            text={`Your subscription is safe. ${why}`}
            onRetry={tryAgain}
          />
        )}
      >
        {(user) => <Guarded user={user} />}
      </SignedIn>
    </div>
  );
};
