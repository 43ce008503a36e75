import type { Top5Answer } from '#adapters/http/contract/contract.ts';

import type { LeadsAddress } from './leads-address.ts';
import type { UnsoldReading } from './readings.ts';
import { giveLeads } from './stores/leads.ts';

/** The block of a page that holds what the page was drawn with. */
export const PAGE_DATA = 'page-data';

/** What a page was drawn with: the answer to what its address asks for. */
export type PageData =
  | { readonly list: 'unsold'; readonly request: LeadsAddress; readonly answer: UnsoldReading }
  | { readonly list: 'examples'; readonly answer: Top5Answer };

/** Back and Forward show a page as the browser has kept it, perhaps for days: then its data is only a beginning. */
const isKept = (): boolean => {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'back_forward';
};

/** Gives the screen what the server has drawn it with, before it is drawn here. */
export const takePageData = async (): Promise<void> => {
  const block = document.querySelector(`#${PAGE_DATA}`);
  if (block === null) return;
  const data = JSON.parse(block.textContent) as PageData;
  const isOld = isKept();
  if (data.list === 'unsold') return giveLeads({ ...data, isOld });
  const { beginWith } = await import('./screens/lead-vault.tsx');
  beginWith({ answer: data.answer, isOld });
};
