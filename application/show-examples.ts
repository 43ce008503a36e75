import { maskEmail, maskPhone } from '#domain/contact-mask.ts';
import { vaultSpan } from '#domain/lead.ts';
import type { Cents } from '#domain/money.ts';
import type { StateCode } from '#domain/us-states.ts';
import type { Clock } from './ports/clock.ts';
import type { Marketplace } from './ports/marketplace.ts';

type Needs = { readonly marketplace: Marketplace; readonly clock: Clock };

/** A vaulted lead for the public: `email` and `phone` are masked, or `N/A`. */
export type ExampleLead = {
  readonly id: string;
  readonly city: string;
  readonly state: StateCode;
  readonly email: string;
  readonly phone: string;
  readonly description: string;
  readonly price: Cents;
};

const EXAMPLES = 5;

/** The five most expensive leads of the vault, with their contact masked: what subscribers pay for must not leave. */
export const showExamples =
  ({ marketplace, clock }: Needs) =>
  async ({ fresh }: { readonly fresh?: boolean } = {}): Promise<readonly ExampleLead[]> => {
    const leads = await marketplace.dearestVaulted({ count: EXAMPLES, ...vaultSpan(clock()), fresh });
    return leads.map((lead) => ({ ...lead, email: maskEmail(lead.email), phone: maskPhone(lead.phone) }));
  };
