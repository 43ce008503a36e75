import { ApiFailure } from './api.ts';

const UNREACHED = 'We could not reach the server. Check your connection and try again.';

/** Why something could not be loaded: in the server's words where it has answered in words, `otherwise` in those. */
export const faultText = (fault: unknown, otherwise = UNREACHED): string =>
  fault instanceof ApiFailure && fault.code !== 'UNREACHABLE' && fault.code !== 'UNREADABLE'
    ? fault.message
    : otherwise;
