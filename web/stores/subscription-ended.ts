import { toast } from './toasts.ts';

/** Says why a subscriber whom we knew has another screen before him. */
export const tellSubscriptionEnded = (): void =>
  void toast({ title: 'Your subscription has ended', description: 'Subscribe again to go on.', tone: 'note' });
