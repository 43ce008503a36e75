import { ApiFailure } from './api.ts';

/** Whether the server has refused for now only: its words say so, and when to try again. */
export const asksToWait = (fault: unknown): fault is ApiFailure =>
  fault instanceof ApiFailure && [429, 503].includes(fault.status) && fault.code !== 'UNREADABLE';
