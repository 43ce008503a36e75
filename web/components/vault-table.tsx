import type { VaultedLeadBody } from '#adapters/http/contract/vault-contract.ts';
import type { Sorting } from '#domain/vault-order.ts';
import { dollarsText } from '#web/price.ts';
import { emailContact, leadName, leadPlace, phoneContact, vaultedDay } from '#web/vault-lead.ts';
import type { LinkedContact } from '#web/vault-lead.ts';

import { ContactLink } from './contact-link.tsx';
import { CopyButton } from './copy-button.tsx';
import { LeadNotes } from './lead-notes.tsx';
import { COLUMNS, VaultTableHead } from './vault-table-head.tsx';

/**
 * After the last character, on the same line, if need be in the gap before the next column; with a mouse it is seen only while its row
 * is hovered.
 */
const COPY =
  'absolute -top-1 left-1 z-1 size-7 transition-opacity group-hover:opacity-100 focus-visible:opacity-100 pointer-fine:opacity-0 print:hidden';

const ContactCell = ({ contact, kind }: { readonly contact: LinkedContact | undefined; readonly kind: string }) => (
  <td className="figures vault-cell">
    {contact === undefined ? (
      <span className="text-ink-muted">No {kind}</span>
    ) : (
      <>
        {contact.href === undefined ? contact.text : <ContactLink text={contact.text} href={contact.href} />}
        <span className="relative">
          <CopyButton text={contact.text} className={COPY} />
        </span>
      </>
    )}
  </td>
);

const Row = ({ lead }: { readonly lead: VaultedLeadBody }) => {
  const name = leadName(lead);
  return (
    <tr data-lead={lead.id} className="group align-top">
      <th
        scope="row"
        className={`vault-cell text-left ${name === 'No name' ? 'font-normal text-ink-muted' : 'font-semibold'}`}
      >
        {name}
      </th>
      <ContactCell contact={emailContact(lead.email)} kind="email" />
      <ContactCell contact={phoneContact(lead.phoneNumber)} kind="phone" />
      <td className="vault-cell">{leadPlace(lead)}</td>
      <td className="vault-cell text-ink-muted">
        <LeadNotes text={lead.description} name={name} />
      </td>
      <td className="figures vault-cell text-right">{dollarsText(lead.leadPrice)}</td>
      <td className="figures vault-cell whitespace-nowrap">{vaultedDay(lead.vaultedDate)}</td>
    </tr>
  );
};

type Props = { readonly leads: readonly VaultedLeadBody[]; readonly sorting: Sorting; readonly stale: boolean };

/** The rows of one page on a wide window; `stale` while newer ones are on their way. */
export const VaultTable = ({ leads, sorting, stale }: Props) => (
  <div className={`card overflow-clip transition-opacity print:contents ${stale ? 'opacity-60' : ''}`}>
    <table aria-label="Archived leads" aria-busy={stale} className="w-full table-fixed text-md print:text-xs">
      <VaultTableHead sorting={sorting} />
      {/* A focused element is not scrolled beneath the head. */}
      <tbody className="divide-y divide-line [&_:is(a,button,[tabindex])]:scroll-mt-14">
        {leads.map((lead) => (
          <Row key={lead.id} lead={lead} />
        ))}
      </tbody>
    </table>
  </div>
);

/** About as tall as a page of leads, so that nothing moves when they arrive. */
export const VaultTableSkeleton = () => (
  <div aria-hidden="true" className="card overflow-hidden">
    <table className="w-full table-fixed text-md">
      <VaultTableHead sorting={undefined} />
      <tbody className="divide-y divide-line">
        {Array.from({ length: 10 }, (_, row) => (
          <tr key={row} className="align-top">
            {COLUMNS.map(({ name }) => (
              <td key={name} className="vault-cell">
                <div className="skeleton my-1 h-3.5" />
                {name === 'Notes' && <div className="skeleton mt-3 h-3.5 w-3/4" />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
