import { ApiFailure, UNREACHED } from './api.ts';

/** Why something failed: in the words of the server if it has sent any, else in those of `otherwise`. */
export const faultText = (fault: unknown, otherwise = UNREACHED): string =>
  fault instanceof ApiFailure && fault.code !== 'UNREACHABLE' && fault.code !== 'UNREADABLE'
    ? fault.message
    : otherwise;
