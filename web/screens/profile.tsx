import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';

import type { UserAnswer } from '#adapters/http/account-contract.ts';
import { NoticeScreen } from '#web/components/notice-screen.tsx';
import { PersonalInformation } from '#web/components/personal-information.tsx';
import { ProfileSkeleton } from '#web/components/profile-skeleton.tsx';
import { ProfileSummary } from '#web/components/profile-summary.tsx';
import { ScreenTitle } from '#web/components/screen-title.tsx';
import { SignedIn } from '#web/components/signed-in.tsx';
import { SubscriptionCard } from '#web/components/subscription-card.tsx';
import { tellError } from '#web/stores/tell.ts';

const LOAD_FAILED = 'Failed to load user details.';

const LoadFailed = ({ onRetry }: { readonly onRetry: () => void }) => {
  useEffect(() => tellError(LOAD_FAILED), []);
  return (
    <NoticeScreen
      look="failed"
      title={LOAD_FAILED}
      text="We could not reach the server. Check your connection and try again."
      onRetry={onRetry}
    />
  );
};

const Cards = ({ user }: { readonly user: UserAnswer }) => (
  <div className="page py-10 sm:py-14">
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <ScreenTitle page="Profile">Profile</ScreenTitle>
      <Link href="/lead-vault-dashboard" className="button-line">
        <ArrowLeft size={18} aria-hidden="true" />
        Back to Dashboard
      </Link>
    </div>
    <div className="mt-8 grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid gap-6">
        <ProfileSummary user={user} />
        <SubscriptionCard user={user} />
      </div>
      <PersonalInformation user={user} />
    </div>
  </div>
);

/** The signed-in user's own page. */
export const Profile = () => (
  <SignedIn checking={<ProfileSkeleton />} failed={(tryAgain) => <LoadFailed onRetry={tryAgain} />}>
    {(user) => <Cards user={user} />}
  </SignedIn>
);
