import { useRef } from 'react';

import { counted, figures } from '#domain/count.ts';
import type { UnsoldReading } from '#web/readings.ts';
import { leadsHref } from '#web/leads-address.ts';
import type { LeadsAddress } from '#web/leads-address.ts';
import { loadLeads, useLeads } from '#web/stores/leads.ts';

import { FailedNotice } from './failed-notice.tsx';
import { LeadList, LeadSkeleton } from './lead-list.tsx';
import { ListNotice } from './list-notice.tsx';
import { Pager } from './pager.tsx';
import { SearchField } from './search-field.tsx';
import { useLeadsAddress } from './use-leads-address.ts';
import { useWeeklyTime } from './use-weekly-time.ts';

/** The count in words; empty while there is none. */
const countText = (answer: UnsoldReading | undefined): string => {
  if (answer === undefined) return '';
  const { data, totalItems, currentPage, totalPages } = answer;
  if (data.length === 0) return 'No leads found';
  const page = `page ${figures(currentPage)} of ${figures(totalPages)}`;
  return totalItems === undefined ? `Leads, ${page}` : `${counted(totalItems, 'lead')}, ${page}`;
};

const NoLeads = () => (
  <ListNotice title="No leads right now" text={`New leads arrive every Monday at ${useWeeklyTime()}.`}>
    <a href="/new-leads.ics" download className="button-line">
      Remind me on Mondays
    </a>
  </ListNotice>
);

type RowsProps = {
  readonly address: LeadsAddress;
  readonly onShowAll: () => void;
};

/** The rows, or what stands in their place. */
const Rows = ({ address, onShowAll }: RowsProps) => {
  const { phase, answer, fault } = useLeads();
  if (phase === 'failed')
    return <FailedNotice title="Failed to load leads" fault={fault} onRetry={() => void loadLeads(address)} />;
  if (answer === undefined) return <LeadSkeleton />;
  if (answer.data.length > 0) return <LeadList leads={answer.data} stale={phase === 'loading'} />;
  return address.city === '' ? (
    <NoLeads />
  ) : (
    <ListNotice
      title={`No leads in “${address.city}” right now`}
      text="New leads arrive every Monday. Try a nearby city or a state."
    >
      <button type="button" className="button-line" onClick={onShowAll}>
        Show all leads
      </button>
    </ListNotice>
  );
};

/** The marketplace: search, count, rows and pager. It shows the list that the page's address names. */
export const AvailableLeads = ({ className }: { readonly className: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { address, search } = useLeadsAddress(heading);
  const answer = useLeads((state) => state.answer);
  const toHeading = (): void => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <section aria-labelledby="available-leads" className={className}>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h2 ref={heading} id="available-leads" tabIndex={-1} className="heading scroll-mt-6">
            Available Leads
          </h2>
          <p role="status" className="figures mt-1 min-h-6 text-ink-muted">
            {countText(answer)}
          </p>
        </div>
        <SearchField
          name="city"
          label="City or state"
          value={address.city}
          onSearch={search}
          className="w-full sm:max-w-80"
        />
      </div>
      <div>
        <Rows
          address={address}
          onShowAll={() => {
            toHeading();
            search('');
          }}
        />
        {answer === undefined || answer.totalPages < 2 ? null : (
          <Pager {...answer} hrefOf={(page) => leadsHref({ city: address.city, page })} onTurn={toHeading} />
        )}
      </div>
    </section>
  );
};
