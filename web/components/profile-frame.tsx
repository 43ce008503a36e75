import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { ScreenTitle } from './screen-title.tsx';

/** What stays in place while the profile loads: its title and the way back. */
export const ProfileFrame = ({ children }: { readonly children: ReactNode }) => (
  <div className="page py-10 sm:py-14 max-lg:min-h-dvh">
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-3">
      <ScreenTitle page="Profile">Profile</ScreenTitle>
      <Link href="/lead-vault-dashboard" className="button-line">
        <ArrowLeft size={18} aria-hidden="true" />
        Back to Dashboard
      </Link>
    </div>
    <div className="mt-8 grid grid-cols-1 items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">{children}</div>
  </div>
);

/** A card whose text is still loading. */
const CardSkeleton = ({ height }: { readonly height: string }) => (
  <div className={`card grid grid-cols-1 content-start gap-3 p-5 sm:p-6 ${height}`}>
    <div className="skeleton h-6.5 w-40" />
    <div className="skeleton mt-2 h-4 w-60" />
    <div className="skeleton h-4 w-36" />
    <div className="skeleton h-4 w-52" />
  </div>
);

/** In place of the cards, about as tall. */
export const ProfileSkeleton = () => (
  <>
    <p role="status" className="sr-only">
      Loading your profile...
    </p>
    <div aria-hidden="true" className="grid grid-cols-1 gap-6">
      <CardSkeleton height="h-65" />
      <CardSkeleton height="h-48" />
    </div>
    <div aria-hidden="true">
      <CardSkeleton height="h-55" />
    </div>
  </>
);
