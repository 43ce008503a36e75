import { ApiFailure } from './api.ts';

/** Whether the server has refused for good. Anything else may pass: a fault, no answer, or a request to wait. */
export const isFinalRefusal = (fault: unknown): fault is ApiFailure =>
  fault instanceof ApiFailure && fault.status >= 400 && fault.status < 500 && fault.status !== 429;
