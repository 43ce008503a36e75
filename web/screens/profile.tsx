import { useEffect } from 'react';

import { NoticeScreen } from '#web/components/notice-screen.tsx';
import { PersonalInformation } from '#web/components/personal-information.tsx';
import { ProfileFrame, ProfileSkeleton } from '#web/components/profile-frame.tsx';
import { ProfileSummary } from '#web/components/profile-summary.tsx';
import { SignedIn } from '#web/components/signed-in.tsx';
import { SubscriptionCard } from '#web/components/subscription-card.tsx';
import { tellError, untellError } from '#web/stores/tell.ts';

const LOAD_FAILED = 'Failed to load user details.';

const LoadFailed = ({ why, onRetry }: { readonly why: string; readonly onRetry: () => void }) => {
  useEffect(() => {
    tellError(LOAD_FAILED);
    return untellError;
  }, []);
  return <NoticeScreen look="failed" title={LOAD_FAILED} text={why} onRetry={onRetry} />;
};

/** The signed-in user's own page. */
export const Profile = () => (
  <SignedIn
    checking={
      <ProfileFrame>
        <ProfileSkeleton />
      </ProfileFrame>
    }
    failed={(tryAgain, why) => <LoadFailed why={why} onRetry={tryAgain} />}
  >
    {(user) => (
      <ProfileFrame>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <ProfileSummary user={user} />
          <SubscriptionCard user={user} />
        </div>
        <PersonalInformation user={user} />
      </ProfileFrame>
    )}
  </SignedIn>
);
