import { ApiFailure } from '#web/api.ts';
import { UnexpectedAnswer } from '#web/exported-rows.ts';
import { faultText } from '#web/fault-text.ts';
import { counted } from '#domain/count.ts';
import { LARGEST_EXPORT } from '#domain/lead-csv.ts';
import type { VaultFilter } from '#web/vault-address.ts';
import { saveVault } from '#web/vault-file.ts';
import type { Course } from '#web/vault-file.ts';

import { tellError, untellError } from './tell.ts';
import { dismissToast, toast } from './toasts.ts';
import { onVisitorLeft } from './visitor.ts';

const READY = 'Export ready';
const NO_DATA = 'No Data';
const CANCELLED = 'Export cancelled';

/** An answer with the most leads does not say whether there are others. */
const moreText = ({ state }: VaultFilter): string =>
  `, the most that one file holds. ${state === undefined ? 'Choose a state' : 'Search for a city'} for the others`;

const tell = (count: number, filter: VaultFilter): void => {
  const more = count < LARGEST_EXPORT ? '' : moreText(filter);
  if (count === 0) toast({ title: NO_DATA, description: 'No leads available for export.', tone: 'error' });
  else toast({ title: READY, description: `${counted(count, 'lead')} exported${more}.`, tone: 'plain' });
};

const textOf = (fault: unknown): string => {
  if (fault instanceof UnexpectedAnswer) return 'Unexpected response format.';
  if (fault instanceof ApiFailure && fault.code === 'UNREACHABLE') return fault.message;
  return faultText(fault, 'Failed to export leads.');
};

type IsShown = (fault: unknown) => Promise<boolean>;

/**
 * Saves the file and says so, or why there is none, unless that shows elsewhere; the toasts of earlier exports are dismissed. The
 * export ends when its user is no longer signed in: the contacts are for that user alone.
 */
export const saveAndTell = async (filter: VaultFilter, course: Course, isShown: IsShown): Promise<void> => {
  untellError();
  [READY, NO_DATA, CANCELLED].forEach(dismissToast);
  const left = new AbortController();
  const stop = onVisitorLeft(() => left.abort());
  const signal = AbortSignal.any([course.signal, left.signal]);
  try {
    tell(await saveVault(filter, { ...course, signal }), filter);
  } catch (fault) {
    if (signal.aborted) toast({ title: CANCELLED, description: 'No file was saved.', tone: 'note' });
    else if (!(await isShown(fault))) tellError(textOf(fault));
  } finally {
    stop();
  }
};
