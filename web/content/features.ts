import { BadgeCheck, Gauge, Lock, UserRoundX } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

export type Feature = { readonly icon: LucideIcon; readonly title: string; readonly text: string };

/** The tiles of the hero. */
export const FEATURES: readonly Feature[] = [
  { icon: Lock, title: 'Exclusive', text: 'Sold once, then gone' },
  { icon: BadgeCheck, title: 'Human-verified', text: 'Checked by a person' },
  { icon: Gauge, title: 'AI-scored', text: 'Ranked by intent' },
  { icon: UserRoundX, title: 'No account', text: 'Pay by card and go' },
];
