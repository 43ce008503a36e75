import { toast } from './toasts.ts';

/** Says why a former subscriber suddenly sees another screen. */
export const tellSubscriptionEnded = (): void =>
  void toast({ title: 'Your subscription has ended', description: 'Subscribe again to go on.', tone: 'note' });
