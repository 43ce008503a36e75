const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * How long to wait, for people: `a minute`, `54 minutes`, `an hour`, `23 hours`. In seconds, and rounded up: nobody who goes by it
 * comes back too early.
 */
export const waitText = (seconds: number): string => {
  if (seconds <= MINUTE) return 'a minute';
  const minutes = Math.ceil(seconds / MINUTE);
  if (minutes < 60) return `${minutes} minutes`;
  return seconds <= HOUR ? 'an hour' : `${Math.ceil(seconds / HOUR)} hours`;
};
