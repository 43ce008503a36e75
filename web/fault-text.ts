import { ApiFailure } from './api.ts';

/** Why something could not be loaded: in the server's words where it has answered in words. */
export const faultText = (fault: unknown): string =>
  fault instanceof ApiFailure && fault.code !== 'UNREACHABLE' && fault.code !== 'UNREADABLE'
    ? fault.message
    : 'We could not reach the server. Check your connection and try again.';
