import { NotSubscribed } from '#web/components/not-subscribed.tsx';
import { NoticeScreen } from '#web/components/notice-screen.tsx';
import { SignedIn } from '#web/components/signed-in.tsx';

/** The subscribers' screen: signed in first, subscribed second. */
export const LeadVaultDashboard = () => (
  <SignedIn
    checking={
      <NoticeScreen
        look="busy"
        title="Checking subscription..."
        text="Please wait while we verify your subscription status."
      />
    }
    failed={(tryAgain) => (
      <NoticeScreen
        look="failed"
        title="We could not check your subscription"
        text="Your subscription is safe. Check your connection and try again."
        onRetry={tryAgain}
      />
    )}
  >
    {() => <NotSubscribed />}
  </SignedIn>
);
