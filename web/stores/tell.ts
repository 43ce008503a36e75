import { dismissToast, toast } from './toasts.ts';

const ERROR = 'Error';
const SUCCESS = 'Success';
const SESSION_ENDED = 'Your session has ended';

/** Says that something failed. */
export const tellError = (description: string): void => void toast({ title: ERROR, description, tone: 'error' });

/** Says why a user who was signed in has to sign in again, and dismisses what was said of the sign-in. */
export const tellSessionEnded = (): void => {
  dismissToast(SUCCESS);
  toast({ title: SESSION_ENDED, description: 'Please sign in again.', tone: 'note' });
};

/** Says why the rows of an open list have changed. */
export const tellNewLeads = (): void => void toast({ title: 'New leads are in.', tone: 'note' });

/** Dismisses an earlier error: the action is being tried again, has succeeded since, or was on a screen that is left. */
export const untellError = (): void => dismissToast(ERROR);

/** Says that something is done, and dismisses an earlier error and the notice of an ended session. */
export const tellSuccess = (description: string): void => {
  untellError();
  dismissToast(SESSION_ENDED);
  toast({ title: SUCCESS, description, tone: 'plain' });
};

/** Dismisses what was said of a sign-out: somebody is signed in. */
export const untellSignOut = (): void => [SESSION_ENDED, SUCCESS].forEach(dismissToast);
