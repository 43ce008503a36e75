import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'wouter';

import { isMangled, leadsAddress, leadsHref } from '#web/leads-address.ts';
import type { LeadsAddress } from '#web/leads-address.ts';
import { lastArrival } from '#web/navigation.ts';
import { isDrawn } from '#web/page-data.ts';
import { loadLeads, renewLeads, stopLeads, useLastLeadsPage, watchLeads } from '#web/stores/leads.ts';
import { usePurchase } from '#web/stores/purchase.ts';
import { toast } from '#web/stores/toasts.ts';
import { useQuery } from '#web/use-query.ts';

type Search = (city: string, options?: { readonly replace: boolean }) => void;

/**
 * The address as the source of truth for the list: it is put into its canonical form, then fetched. Arriving with a city, or back from
 * a payment that was cancelled, scrolls to `list`, once; where the server has drawn the list, `early-list.ts` has done so.
 */
export const useLeadsAddress = (
  list: RefObject<HTMLElement | null>,
): { readonly address: LeadsAddress; readonly search: Search } => {
  const query = useQuery();
  const [, navigate] = useLocation();
  const { city, page } = leadsAddress(query);
  const lastPage = useLastLeadsPage({ city, page });

  const cancelled = new URLSearchParams(query).has('cancelled');

  const isListFirst = useRef(city !== '' || cancelled);
  useEffect(() => {
    const isShown = lastArrival() === 'history' || (lastArrival() === 'load' && isDrawn());
    if (isListFirst.current && !isShown) list.current?.scrollIntoView();
  }, [list]);

  useEffect(() => {
    if (cancelled) toast({ title: 'You were not charged.', tone: 'note' });
    if (cancelled || isMangled(query)) navigate(leadsHref({ city, page }), { replace: true });
  }, [query, cancelled, city, page, navigate]);

  useEffect(() => {
    void loadLeads({ city, page });
  }, [city, page]);
  useEffect(() => stopLeads, []);
  useEffect(watchLeads, []);

  const lost = usePurchase((purchase) => purchase.lost);
  useEffect(() => {
    if (lost !== undefined) void renewLeads();
  }, [lost]);

  useEffect(() => {
    if (lastPage !== undefined) navigate(leadsHref({ city, page: lastPage }), { replace: true });
  }, [lastPage, city, navigate]);

  return { address: { city, page }, search: (next, options) => navigate(leadsHref({ city: next, page: 1 }), options) };
};
