import { PartyPopper, X } from 'lucide-react';

const WORDS = {
  subscribed: {
    title: 'Welcome to Lead Vault',
    text: 'Your subscription has begun. Every archived lead is yours to call, write to and export.',
  },
  'going-on': { title: 'Thank you, your payment has arrived.', text: 'Your subscription goes on.' },
} as const;

/** What the payment has done: begun a subscription, or kept one going. */
export type Welcome = keyof typeof WORDS;

type Props = { readonly welcome: Welcome; readonly onDismiss: () => void };

/** Greets a user who has just paid, once. */
export const WelcomePanel = ({ welcome, onDismiss }: Props) => (
  <section
    aria-labelledby="welcome"
    className="fade flex items-start gap-4 rounded-card bg-brand-soft py-4 pr-2 pl-5 text-brand-ink print:hidden"
  >
    <PartyPopper size={24} aria-hidden="true" className="mt-0.5 shrink-0 max-sm:hidden" />
    <div className="min-w-0 grow">
      <h2 id="welcome" className="text-lg font-bold tracking-tight">
        {WORDS[welcome].title}
      </h2>
      <p className="mt-0.5">{WORDS[welcome].text}</p>
    </div>
    <button
      type="button"
      aria-label="Dismiss"
      className="icon-button -mt-1.5 shrink-0 text-brand-ink"
      onClick={() => {
        document.querySelector('h1')?.focus();
        onDismiss();
      }}
    >
      <X size={18} aria-hidden="true" />
    </button>
  </section>
);
