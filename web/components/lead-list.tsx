import { useEffect } from 'react';

import type { UnsoldLeadBody } from '#adapters/http/contract/contract.ts';
import { meetListed, usePurchased } from '#web/stores/purchased.ts';

import { LeadRow } from './lead-row.tsx';

type Props = { readonly leads: readonly UnsoldLeadBody[]; readonly stale: boolean };

/** The rows of one page; `stale` while newer ones are on their way. */
export const LeadList = ({ leads, stale }: Props) => {
  const purchased = usePurchased();
  useEffect(() => {
    if (!stale) meetListed(leads.map(({ id }) => id));
  }, [leads, stale]);
  return (
    <ul
      aria-label="Available leads"
      aria-busy={stale}
      className={`card divide-y divide-line transition-opacity ${stale ? 'opacity-60' : ''}`}
    >
      {leads.map((lead) => (
        <LeadRow key={lead.id} lead={lead} purchased={purchased.has(lead.id)} />
      ))}
    </ul>
  );
};

const Blocks = () => (
  <div className="lead-row">
    <div>
      <div className="skeleton h-6.5 w-44" />
      <div className="mt-1 grid h-12 content-around">
        <div className="skeleton h-3.5 w-11/12" />
        <div className="skeleton h-3.5 w-3/5" />
      </div>
      <div className="mt-2.5 flex h-5 items-center gap-3">
        <div className="skeleton h-3.5 w-16" />
        <div className="skeleton h-3.5 w-16" />
      </div>
    </div>
    <div className="lead-row-end">
      <div className="skeleton h-7 w-20" />
      <div className="skeleton h-11 w-36 rounded-control" />
    </div>
  </div>
);

/** As tall as a page of leads, so that nothing moves when they arrive. */
export const LeadSkeleton = () => (
  <div aria-hidden="true" className="card divide-y divide-line">
    {Array.from({ length: 10 }, (_, row) => (
      <Blocks key={row} />
    ))}
  </div>
);
