import { toast } from './toasts.ts';

/** Says why a user whom we knew has to sign in again. */
export const tellSessionEnded = (): void =>
  void toast({ title: 'Your session has ended', description: 'Please sign in again.', tone: 'note' });
