import type { Top5Answer } from '#adapters/http/contract/contract.ts';

import type { LeadsAddress } from './leads-address.ts';
import type { UnsoldReading } from './readings.ts';
import { giveLeads } from './stores/leads.ts';

/** The id of the element that holds the data of a page that the server has drawn. */
export const PAGE_DATA = 'page-data';

/** The data that a page was drawn with: the answer to the request in its address. */
export type PageData =
  | { readonly list: 'unsold'; readonly request: LeadsAddress; readonly answer: UnsoldReading }
  | { readonly list: 'examples'; readonly answer: Top5Answer };

/** On Back and Forward the browser shows the page that it has stored, perhaps days ago: its data are only a beginning. */
const isKept = (): boolean => {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'back_forward';
};

const dataBlock = (): Element | null => document.querySelector(`#${PAGE_DATA}`);

/** Whether the page was loaded with the list that it shows. */
export const isDrawn = (): boolean => dataBlock() !== null;

/** Fills the stores with the data that the server has drawn the page with, before hydration. */
export const takePageData = async (): Promise<void> => {
  const block = dataBlock();
  if (block === null) return;
  const data = JSON.parse(block.textContent) as PageData;
  const isOld = isKept();
  if (data.list === 'unsold') return giveLeads({ ...data, isOld });
  const { beginWith } = await import('./screens/lead-vault.tsx');
  beginWith({ answer: data.answer, isOld });
};
