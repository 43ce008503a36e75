import type { Log } from '#application/ports/log.ts';
import type { Settings } from './environment.ts';

/** Says at the start of a process that serves which settings may be meant otherwise; a command does not repeat it. */
export const warnOfSettings = (
  { withoutEffect, paymentsOnTrial }: Pick<Settings, 'withoutEffect' | 'paymentsOnTrial'>,
  log: Pick<Log, 'warn'>,
): void => {
  for (const setting of withoutEffect) log.warn('setting has no effect', { setting });
  if (paymentsOnTrial) log.warn('payments are in test mode');
};
