import { ApiFailure } from './api.ts';

/** Whether the server has judged and will not judge otherwise. All else may pass: a fault, silence, or that it asks to wait. */
export const isFinalRefusal = (fault: unknown): fault is ApiFailure =>
  fault instanceof ApiFailure && fault.status >= 400 && fault.status < 500 && fault.status !== 429;
