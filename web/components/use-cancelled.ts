import { useEffect } from 'react';
import { useSearchParams } from 'wouter';

import { toast } from '#web/stores/toasts.ts';

/** Back from a payment page that was left unpaid: said once, and out of the address. */
export const useCancelled = (): void => {
  const [query, setQuery] = useSearchParams();
  const isCancelled = query.has('cancelled');
  useEffect(() => {
    if (!isCancelled) return;
    toast({ title: 'You were not charged.', tone: 'note' });
    setQuery((before) => (before.delete('cancelled'), before), { replace: true });
  }, [isCancelled, setQuery]);
};
