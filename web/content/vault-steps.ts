import { CalendarSync, Contact, SlidersHorizontal } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

export type VaultStep = { readonly icon: LucideIcon; readonly title: string; readonly text: string };

/** How the Lead Vault works. */
export const VAULT_STEPS: readonly VaultStep[] = [
  {
    icon: Contact,
    title: 'All contact details unlocked',
    text: 'Subscribe once and see the name, email and phone number of every lead in the Vault.',
  },
  {
    icon: SlidersHorizontal,
    title: 'Search, filter, export',
    text: 'Find leads by city, state or name, sort them by date, and take them with you as a CSV file.',
  },
  {
    icon: CalendarSync,
    title: 'Updated every Monday',
    text: 'Leads that nobody bought on the marketplace move in each week and stay for 90 days.',
  },
];
