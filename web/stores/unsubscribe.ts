import { create } from 'zustand';

import { unsubscribe, UNSUBSCRIBE_FAILED } from './membership.ts';

export type Unsubscribing = {
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  /** What happens to the access, in words; `undefined` if it is not known. */
  readonly outlook: string | undefined;
  readonly problem: string | undefined;
  /** Counts the openings. */
  readonly visit: number;
};

/** The state of the dialog that asks before unsubscribing. */
export const useUnsubscribing = create<Unsubscribing>(() => ({
  isOpen: false,
  isBusy: false,
  outlook: undefined,
  problem: undefined,
  visit: 0,
}));

const { getState, setState } = useUnsubscribing;

export const askToUnsubscribe = (outlook: string | undefined): void => {
  if (getState().isOpen) return;
  setState({ isOpen: true, isBusy: false, outlook, problem: undefined, visit: getState().visit + 1 });
};

/** Ignored while the answer is awaited: the request is already sent. */
export const closeUnsubscribe = (): void => {
  if (!getState().isBusy) setState({ isOpen: false });
};

/** Closes when it is done. A failure is shown with its reason, to be tried again; when there is nothing left to end, it closes too. */
export const confirmUnsubscribe = async (): Promise<void> => {
  if (getState().isBusy) return;
  setState({ isBusy: true, problem: undefined });
  const outcome = await unsubscribe();
  const isFailed = typeof outcome === 'object';
  setState({ isBusy: false, ...(isFailed ? { problem: `${UNSUBSCRIBE_FAILED}. ${outcome.why}` } : { isOpen: false }) });
};
