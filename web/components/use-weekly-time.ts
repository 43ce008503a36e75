import { useState } from 'react';

import { nextWeekStart } from '#domain/week.ts';
import { clockTime } from '#web/date.ts';
import { useHydrated } from '#web/use-hydrated.ts';

/** The weekly instant on the visitor's own clock: '10:00 AM', with the day where it is Tuesday already. */
const localTime = (now: number): string => {
  const refresh = new Date(nextWeekStart(now));
  return `${refresh.getDay() === 1 ? '' : 'Tuesday '}${clockTime(refresh)}`;
};

/** When on a Monday leads are refreshed: '15:00 UTC (10:00 AM your time)'. The visitor's own clock is unknown to the server. */
export const useWeeklyTime = (): string => {
  const [now] = useState(() => Date.now());
  return useHydrated() ? `15:00 UTC (${localTime(now)} your time)` : '15:00 UTC';
};
