import { CalendarArrowDown, CalendarPlus } from 'lucide-react';
import { useState } from 'react';

import { googleCalendarLink } from '#domain/calendar.ts';

import { ShareButton } from './share-button.tsx';
import { useWeeklyTime } from './use-weekly-time.ts';

/** Ways not to miss the weekly refresh. */
export const CalendarCard = () => {
  const [now] = useState(() => Date.now());
  return (
    <section aria-labelledby="reminder" className="card p-5">
      <h2 id="reminder" className="font-semibold">
        Be first on Monday
      </h2>
      <p className="mt-1 text-sm text-ink-muted">
        Leads are refreshed Mondays at {useWeeklyTime()}. Put it on your calendar.
      </p>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <a
          href={googleCalendarLink(window.location.origin, now)}
          target="_blank"
          rel="noreferrer"
          className="button-line col-span-2"
        >
          <CalendarPlus size={18} aria-hidden="true" />
          Google Calendar
        </a>
        <a href="/new-leads.ics" download className="button-line">
          <CalendarArrowDown size={18} aria-hidden="true" />
          iCal file
        </a>
        <ShareButton />
      </div>
    </section>
  );
};
