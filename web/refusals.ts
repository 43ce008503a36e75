import { ApiFailure } from './api.ts';

/** Whether the server has refused for now only: its words say so, and when to try again. */
export const asksToWait = (fault: unknown): fault is ApiFailure =>
  fault instanceof ApiFailure && [429, 503].includes(fault.status) && fault.code !== 'UNREADABLE';

/** Whether the server has refused for good. Anything else may pass: a fault, no answer, or a request to wait. */
export const isFinalRefusal = (fault: unknown): fault is ApiFailure =>
  fault instanceof ApiFailure && fault.status >= 400 && fault.status < 500 && fault.status !== 429;
