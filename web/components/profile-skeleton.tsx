import { ScreenTitle } from './screen-title.tsx';

/** The profile while its owner is asked for, about as tall as it. */
export const ProfileSkeleton = () => (
  <div className="page py-10 sm:py-14">
    <div className="flex min-h-11 items-center">
      <ScreenTitle page="Profile">Profile</ScreenTitle>
    </div>
    <p role="status" className="sr-only">
      Loading your profile...
    </p>
    <div aria-hidden="true" className="mt-8 grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid gap-6">
        <div className="card h-69" />
        <div className="card h-46" />
      </div>
      <div className="card h-84" />
    </div>
  </div>
);
