import { dismissToast, toast } from './toasts.ts';

const ERROR = 'Error';

/** Says that something failed. */
export const tellError = (description: string): void => void toast({ title: ERROR, description, tone: 'error' });

/** Takes back what failed before: it is being tried again, has succeeded since, or was said on a screen that is left. */
export const untellError = (): void => dismissToast(ERROR);

/** Says that something is done; an earlier failure is history. */
export const tellSuccess = (description: string): void => {
  untellError();
  toast({ title: 'Success', description, tone: 'plain' });
};
