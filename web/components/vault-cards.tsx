import { Mail, MapPin, Minus, Phone } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

import type { VaultedLeadBody } from '#adapters/http/contract/vault-contract.ts';
import { dollarsText } from '#web/price.ts';
import { emailContact, leadName, leadPlace, phoneContact, vaultedDay } from '#web/vault-lead.ts';
import type { LinkedContact } from '#web/vault-lead.ts';

import { Breakable } from './breakable.tsx';
import { CopyButton } from './copy-button.tsx';
import { LeadNotes } from './lead-notes.tsx';

type ReachProps = {
  readonly icon: LucideIcon;
  readonly verb: string;
  readonly kind: string;
  readonly contact: LinkedContact | undefined;
  readonly describedBy: string;
};

/** A button to call or write; text in its place where that contact is missing. */
const Reach = ({ icon: Icon, verb, kind, contact, describedBy }: ReachProps) =>
  contact?.href === undefined ? (
    <p className="flex min-h-11 items-center justify-center gap-2 rounded-control bg-sunken text-md text-ink-muted">
      <Minus size={16} aria-hidden="true" />
      {contact?.text ?? `No ${kind}`}
    </p>
  ) : (
    <a href={contact.href} aria-describedby={describedBy} className="button-line">
      <Icon size={18} aria-hidden="true" />
      {verb}
    </a>
  );

const ContactLine = ({
  icon: Icon,
  contact,
}: {
  readonly icon: LucideIcon;
  readonly contact: LinkedContact | undefined;
}) =>
  contact?.href !== undefined && (
    <div className="flex flex-wrap items-center gap-x-2">
      <Icon size={16} aria-hidden="true" className="shrink-0 text-ink-muted" />
      <p className="own-line wrap-anywhere select-all">
        <Breakable text={contact.text} />
      </p>
      <CopyButton text={contact.text} className="-mr-3.5 ml-auto" />
    </div>
  );

const Card = ({ lead }: { readonly lead: VaultedLeadBody }) => {
  const title = `lead-${lead.id}`;
  const name = leadName(lead);
  const phone = phoneContact(lead.phoneNumber);
  const email = emailContact(lead.email);
  return (
    <li data-lead={lead.id} className="@container flex min-w-0 flex-col p-4 md:card">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={title} className="min-w-0 text-lg font-bold tracking-tight">
          {name}
        </h3>
        <p className="figures shrink-0 text-md text-ink-muted">
          <span className="sr-only">Original Price </span>
          {dollarsText(lead.leadPrice)}
        </p>
      </div>
      <div className="mt-0.5 flex items-start gap-1.5 text-md text-ink-muted">
        <MapPin size={16} aria-hidden="true" className="mt-0.75 shrink-0" />
        {/* The dot before the first part of a line lies outside of this box, and is clipped. */}
        <div className="figures min-w-0 overflow-x-clip">
          <div className="-ml-3 flex flex-wrap">
            <p className="min-w-0 pl-3 wrap-anywhere">{leadPlace(lead)}</p>
            <p className="relative pl-3 before:absolute before:left-1 before:content-['·'/'']">
              Vaulted {vaultedDay(lead.vaultedDate)}
            </p>
          </div>
        </div>
      </div>
      <div className="figures mt-1 -mb-1 text-md empty:hidden">
        <ContactLine icon={Phone} contact={phone} />
        <ContactLine icon={Mail} contact={email} />
      </div>
      <div className="mt-2.5 mb-4">
        <LeadNotes text={lead.description} name={name} />
      </div>
      <div className="mt-auto grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-2">
        <Reach icon={Phone} verb="Call" kind="phone" contact={phone} describedBy={title} />
        <Reach icon={Mail} verb="Email" kind="email" contact={email} describedBy={title} />
      </div>
    </li>
  );
};

const LIST = 'max-md:card max-md:divide-y max-md:divide-line md:grid md:grid-cols-2 md:gap-4';

type Props = { readonly leads: readonly VaultedLeadBody[]; readonly stale: boolean };

/** The leads of one page where a table has no room; `stale` while newer ones are on their way. */
export const VaultCards = ({ leads, stale }: Props) => (
  <ul
    aria-label="Archived leads"
    aria-busy={stale}
    className={`${LIST} transition-opacity ${stale ? 'opacity-60' : ''}`}
  >
    {leads.map((lead) => (
      <Card key={lead.id} lead={lead} />
    ))}
  </ul>
);

/** About as tall as a page of leads, so that nothing moves when they arrive. */
export const VaultCardsSkeleton = () => (
  <div aria-hidden="true" className={LIST}>
    {Array.from({ length: 10 }, (_, card) => (
      <div key={card} className="p-4 md:card">
        <div className="skeleton h-6.5 w-40" />
        <div className="skeleton mt-2 h-4 w-60" />
        <div className="skeleton mt-5 h-4 w-36" />
        <div className="skeleton mt-7 h-4 w-52" />
        <div className="skeleton mt-6 h-3.5 w-11/12" />
        <div className="skeleton mt-2.5 h-3.5 w-3/5" />
        <div className="mt-5 grid grid-cols-2 gap-2">
          <div className="skeleton h-11 rounded-control" />
          <div className="skeleton h-11 rounded-control" />
        </div>
      </div>
    ))}
  </div>
);
