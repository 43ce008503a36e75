import { Check, Mail, MapPin, Minus, Phone } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

import type { UnsoldLeadBody } from '#adapters/http/contract/contract.ts';

import { LeadDescription } from './lead-description.tsx';

const TITLE = 'lead-recap';

/** The lead once more, in short: where, what, and which contact comes with it. */
export const LeadRecap = ({ lead }: { readonly lead: UnsoldLeadBody }) => (
  <div className="rounded-card border border-transparent bg-sunken px-4 py-3.5">
    <h3 id={TITLE} className="flex items-start gap-2 font-semibold wrap-anywhere">
      <MapPin aria-hidden size={18} className="mt-0.75 shrink-0 text-brand" />
      Buyer lead in {lead.city}, {lead.state}
    </h3>
    <LeadDescription text={lead.description} describedBy={TITLE} className="mt-0.5 text-sm text-ink-muted" />
    <ul className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <Mark icon={Mail} included={lead.hasEmail} yes="Email included" no="No email" />
      <Mark icon={Phone} included={lead.hasPhoneNumber} yes="Phone included" no="No phone" />
    </ul>
  </div>
);

type MarkProps = {
  readonly icon: LucideIcon;
  readonly included: boolean;
  readonly yes: string;
  readonly no: string;
};

const Mark = ({ icon: Icon, included, yes, no }: MarkProps) =>
  included ? (
    <li className="flex items-center gap-1.5 font-medium">
      <Icon aria-hidden size={16} />
      {yes}
      <Check aria-hidden size={16} className="text-brand" />
    </li>
  ) : (
    <li className="flex items-center gap-1.5 text-ink-muted">
      <Minus aria-hidden size={16} />
      {no}
    </li>
  );
