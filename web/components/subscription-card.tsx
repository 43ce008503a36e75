import { Link } from 'wouter';

import type { UserAnswer } from '#adapters/http/account-contract.ts';

import { SubscribeButton } from './subscribe-button.tsx';

export const SubscriptionCard = ({ user }: { readonly user: UserAnswer }) => (
  <section aria-labelledby="subscription" className="card p-5 sm:p-6">
    <h2 id="subscription" className="text-xl font-bold tracking-tight">
      Subscription
    </h2>
    {user.isSubscribed ? (
      <p className="mt-1 text-ink-muted">You have full access to the Lead Vault.</p>
    ) : (
      <>
        <p className="mt-1 mb-5 text-ink-muted">
          Subscribe to the Lead Vault for full access to every archived lead.{' '}
          <Link href="/lead-vault" className="link">
            See what is inside
          </Link>
        </p>
        <SubscribeButton className="button-solid w-full" />
      </>
    )}
  </section>
);
