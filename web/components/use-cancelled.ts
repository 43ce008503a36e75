import { useEffect } from 'react';
import { useLocation } from 'wouter';

import { addressWithout } from '#web/address-without.ts';
import { toast } from '#web/stores/toasts.ts';
import { useQuery } from '#web/use-query.ts';

/** On the way back from a payment page that was left unpaid: says so once, and removes the parameter from the address. */
export const useCancelled = (): void => {
  const isCancelled = new URLSearchParams(useQuery()).has('cancelled');
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!isCancelled) return;
    toast({ title: 'You were not charged.', tone: 'note' });
    navigate(addressWithout('cancelled'), { replace: true });
  }, [isCancelled, navigate]);
};
