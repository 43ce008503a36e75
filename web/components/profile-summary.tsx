import { KeyRound, Mail, MapPin, Phone } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { subscriptionText } from '#web/date.ts';

import { Breakable } from './breakable.tsx';

type FactProps = { readonly icon: LucideIcon; readonly name: string; readonly children: ReactNode };

const Fact = ({ icon: Icon, name, children }: FactProps) => (
  <div className="flex gap-3">
    <dt>
      <Icon size={18} aria-hidden="true" className="mt-0.75 text-ink-muted" />
      <span className="sr-only">{name}</span>
    </dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

/** The account at a glance. */
export const ProfileSummary = ({ user }: { readonly user: UserAnswer }) => (
  <section aria-labelledby="summary" className="card p-5 sm:p-6">
    <h2 id="summary" className="text-xl font-bold tracking-tight wrap-anywhere">
      {user.fullName}
    </h2>
    <p className="chip mt-2 bg-brand-soft text-brand-ink">Active User</p>
    <dl className="mt-5 grid gap-3">
      <Fact icon={Mail} name="Email">
        <Breakable text={user.email} />
      </Fact>
      <Fact icon={Phone} name="Phone">
        {user.phoneNumber ?? 'N/A'}
      </Fact>
      <Fact icon={MapPin} name="Location">
        {user.address ?? 'N/A'}
      </Fact>
      <Fact icon={KeyRound} name="Lead Vault">
        {subscriptionText(user, 'on ')}
      </Fact>
    </dl>
  </section>
);
