import type { Log } from '#application/ports/log.ts';
import type { Settings } from './environment.ts';

/** Logs at the start of a serving process which settings may be a mistake; a command does not repeat it. */
export const warnOfSettings = (
  {
    withoutEffect,
    paymentsOnTrial,
    mailsArePublic,
  }: Pick<Settings, 'withoutEffect' | 'paymentsOnTrial' | 'mailsArePublic'>,
  log: Pick<Log, 'warn'>,
): void => {
  for (const setting of withoutEffect) log.warn('setting has no effect', { setting });
  if (paymentsOnTrial) log.warn('payments are in test mode');
  if (mailsArePublic) log.warn('everybody can read the mails', { setting: 'MAIL' });
};
