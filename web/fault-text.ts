import { ApiFailure, UNREACHED } from './api.ts';

/** Why something could not be loaded: in the server's words where it has answered in words, `otherwise` in those. */
export const faultText = (fault: unknown, otherwise = UNREACHED): string =>
  fault instanceof ApiFailure && fault.code !== 'UNREACHABLE' && fault.code !== 'UNREADABLE'
    ? fault.message
    : otherwise;
