import { Mail, Minus, Phone } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

import type { UnsoldLeadBody } from '#adapters/http/contract/contract.ts';
import { dollarsText } from '#web/price.ts';
import { claim } from '#web/stores/purchase.ts';

import { LeadDescription } from './lead-description.tsx';
import { preloadPurchaseDialogs } from './purchase-host.tsx';

type ContactProps = { readonly icon: LucideIcon; readonly name: string; readonly has: boolean };

/** Whether a way of contact comes with the lead, in words. */
const Contact = ({ icon: Icon, name, has }: ContactProps) =>
  has ? (
    <li className="inline-flex items-center gap-1.5 font-medium">
      <Icon size={16} className="text-brand-ink" aria-hidden="true" />
      {name}
    </li>
  ) : (
    <li className="inline-flex items-center gap-1.5 text-ink-muted">
      <Minus size={16} aria-hidden="true" />
      No {name.toLowerCase()}
    </li>
  );

type ClaimProps = { readonly lead: UnsoldLeadBody; readonly purchased: boolean; readonly describedBy: string };

const ClaimButton = ({ lead, purchased, describedBy }: ClaimProps) =>
  purchased ? (
    <button type="button" disabled aria-describedby={describedBy} className="button-solid min-w-[min(9rem,50vw)]">
      Purchased
    </button>
  ) : (
    <button
      type="button"
      aria-describedby={describedBy}
      aria-haspopup="dialog"
      className="button-solid min-w-[min(9rem,50vw)]"
      onPointerEnter={preloadPurchaseDialogs}
      onFocus={preloadPurchaseDialogs}
      onClick={({ currentTarget }) => claim(lead, currentTarget)}
    >
      Claim This Lead
    </button>
  );

/** One lead of the marketplace: where, what, what contact comes with it, for how much. */
export const LeadRow = ({ lead, purchased }: { readonly lead: UnsoldLeadBody; readonly purchased: boolean }) => {
  const title = `lead-${lead.id}`;
  return (
    <li className="lead-row">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 id={title} className="min-w-0 text-lg font-bold tracking-tight">
            {lead.city}, {lead.state}
          </h3>
          <span className="chip bg-brand-soft text-brand-ink">Buyer</span>
        </div>
        <LeadDescription text={lead.description} describedBy={title} className="mt-1 max-w-measure text-ink-muted" />
        <ul className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <Contact icon={Mail} name="Email" has={lead.hasEmail} />
          <Contact icon={Phone} name="Phone" has={lead.hasPhoneNumber} />
        </ul>
      </div>
      <div className="lead-row-end">
        <p className="figures text-2xl font-bold tracking-tight">{dollarsText(lead.price)}</p>
        <ClaimButton lead={lead} purchased={purchased} describedBy={title} />
      </div>
    </li>
  );
};
