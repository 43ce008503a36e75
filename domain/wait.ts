/**
 * How long to wait, for people: `a minute`, `54 minutes`, `an hour`, `23 hours`. Rounded up, so that nobody who goes by it comes back
 * too early.
 */
export const waitText = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'a minute';
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'an hour' : `${hours} hours`;
};
