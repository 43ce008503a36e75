import { useState } from 'react';
import { Link } from 'wouter';

import { BackToTop } from './back-to-top.tsx';

export const Footer = () => {
  const [year] = useState(() => new Date().getFullYear());
  return (
    <footer className="border-t border-line print:hidden">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-8 text-sm text-ink-muted">
        {/* Around New Year the server may have drawn another year. */}
        <p suppressHydrationWarning>© {year} Homelead. All rights reserved.</p>
        {/* 'Back to top' comes and goes, so it stands where its absence moves nothing, and leaves no gap at the edge. */}
        <div className="-mx-3 flex flex-wrap items-center [reading-flow:flex-visual] forced-colors:mx-0 forced-colors:gap-2">
          <BackToTop />
          <Link
            href="/contact-us"
            className="button-quiet px-3 text-sm font-normal text-ink-muted hover:text-ink max-sm:-order-1"
          >
            Contact Us
          </Link>
        </div>
      </div>
    </footer>
  );
};
