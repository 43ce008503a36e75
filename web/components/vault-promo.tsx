import { BadgeCheck } from 'lucide-react';
import { Link } from 'wouter';

import { MONTHLY } from '#web/price.ts';

const POINTS = ['Full contact details unlocked', 'Search, filter and export to CSV', 'Updated weekly, cancel any time'];

/** The offer beside single leads, for visitors who are not logged in. */
export const VaultPromo = () => (
  <section aria-labelledby="vault-promo" className="rounded-card border border-transparent bg-night p-6 text-night-ink">
    <p className="text-sm text-night-muted">Lead Vault</p>
    <h2 id="vault-promo" className="mt-1.5 text-2xl font-bold tracking-tight">
      Every unsold lead from the past 90 days
    </h2>
    <ul className="mt-4 grid gap-2 text-night-muted">
      {POINTS.map((point) => (
        <li key={point} className="flex gap-2.5">
          <BadgeCheck size={18} className="mt-0.75 shrink-0" aria-hidden="true" />
          {point}
        </li>
      ))}
    </ul>
    <p className="mt-6 flex flex-wrap items-baseline gap-x-2">
      <span className="text-4xl font-bold tracking-tight">{MONTHLY}</span>
      <span className="text-night-muted">per month</span>
    </p>
    <Link href="/lead-vault" className="button-night mt-4 w-full">
      See what is inside
    </Link>
    <p className="mt-2 text-center text-sm text-night-muted">
      Subscribed already?{' '}
      <Link href="/signin" className="link py-3.5 text-night-ink">
        Sign in
      </Link>
    </p>
  </section>
);
