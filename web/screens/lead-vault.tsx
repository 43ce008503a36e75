import { Link } from 'wouter';

import type { Top5Answer } from '#adapters/http/contract/contract.ts';
import { MONTHLY } from '#web/price.ts';
import { ExampleLeads } from '#web/components/example-leads.tsx';
import { ScreenTitle } from '#web/components/screen-title.tsx';
import { SubscribeButton } from '#web/components/subscribe-button.tsx';
import { useCancelled } from '#web/components/use-cancelled.ts';
import { VaultQuestions } from '#web/components/vault-questions.tsx';
import { VAULT_STEPS } from '#web/content/vault-steps.ts';
import { giveExamples } from '#web/stores/examples.ts';
import { useVisitor } from '#web/stores/visitor.ts';

/** The price and the one thing to do about it. */
const Offer = () => {
  const visitor = useVisitor();
  const isSubscribed = visitor.standing === 'signed-in' && visitor.user.isSubscribed;
  return (
    <div className="rounded-card border border-transparent bg-night p-6 text-night-ink sm:p-8">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-4xl font-bold tracking-tight">{MONTHLY}</span>
        <span className="text-night-muted">per month</span>
      </p>
      <p className="mt-2 mb-6 text-night-muted">
        Everything included. Cancel any time, and keep access until the end of the paid month.
      </p>
      {isSubscribed ? (
        <Link href="/lead-vault-dashboard" className="button-night w-full">
          Go to Dashboard
        </Link>
      ) : (
        <SubscribeButton className="button-night w-full" />
      )}
    </div>
  );
};

const HowItWorks = () => (
  <section aria-labelledby="how" className="page">
    <h2 id="how" className="heading">
      How it works
    </h2>
    <ol className="mt-6 grid gap-4 md:grid-cols-3">
      {VAULT_STEPS.map(({ icon: Icon, title, text }) => (
        <li key={title} className="card p-5 shadow-none">
          <Icon size={22} strokeWidth={1.75} className="text-brand-ink" aria-hidden="true" />
          <h3 className="mt-3 font-semibold">{title}</h3>
          <p className="mt-1 text-ink-muted">{text}</p>
        </li>
      ))}
    </ol>
  </section>
);

/** Gives the screen the examples that came with its page. */
export const beginWith = (came: { readonly answer: Top5Answer; readonly isOld: boolean }): void =>
  giveExamples({ request: 'top5', ...came });

/** Presents the Lead Vault to possible subscribers. */
export const LeadVault = () => {
  useCancelled();
  return (
    <>
      <div className="page grid grid-cols-1 items-center gap-x-16 gap-y-8 pt-10 pb-16 lg:grid-cols-[minmax(0,1fr)_24rem] lg:pt-20 lg:pb-24">
        <div>
          <p className="chip bg-sun-soft text-sun-ink">Updated every Monday</p>
          <ScreenTitle page="Lead Vault" className="hero mt-4">
            Lead Vault
          </ScreenTitle>
          <p className="mt-4 max-w-[38rem] text-lg text-ink-muted lg:mt-5 lg:text-xl">
            Every unsold buyer lead from the past 90 days, with full contact details. Search and filter them, and export
            them to CSV.
          </p>
        </div>
        <Offer />
      </div>
      <div className="grid grid-cols-1 gap-16 pb-16 lg:gap-24 lg:pb-24">
        <HowItWorks />
        <ExampleLeads />
        <VaultQuestions />
      </div>
    </>
  );
};
