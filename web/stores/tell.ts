import { dismissToast, toast } from './toasts.ts';

const ERROR = 'Error';
const SESSION_ENDED = 'Your session has ended';

/** Says that something failed. */
export const tellError = (description: string): void => void toast({ title: ERROR, description, tone: 'error' });

/** Says why a user whom we knew has to sign in again. */
export const tellSessionEnded = (): void =>
  void toast({ title: SESSION_ENDED, description: 'Please sign in again.', tone: 'note' });

/** Takes back what failed before: it is being tried again, has succeeded since, or was said on a screen that is left. */
export const untellError = (): void => dismissToast(ERROR);

/** Says that something is done; an earlier failure is history, and so is a session that had ended. */
export const tellSuccess = (description: string): void => {
  untellError();
  dismissToast(SESSION_ENDED);
  toast({ title: 'Success', description, tone: 'plain' });
};
