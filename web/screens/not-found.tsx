import { Link } from 'wouter';

import { ScreenTitle } from '#web/components/screen-title.tsx';

export const NotFound = () => (
  <div className="page py-24 text-center">
    <p className="figures text-lg font-semibold text-brand-ink">404</p>
    <ScreenTitle page="Page not found" className="hero mt-2">
      Oops! Page not found
    </ScreenTitle>
    <p className="mx-auto mt-4 max-w-measure text-lg text-ink-muted">
      The address may be mistyped, or the page may have moved.
    </p>
    <Link href="/" className="button-solid mt-8">
      Back to Home
    </Link>
  </div>
);
