import { FAILURES, failureBody } from './failures.ts';
import { apiHeaders } from './headers.ts';

const MESSAGE = 'The address of this request cannot be read: its Host or its path is no part of a URL.';

/** Answers a request whose `Host` or target makes no URL. The app never sees it, so it has no id and no line in the log. */
export const refuseUnreadable = (https: boolean): Response => {
  const [status] = FAILURES.INVALID_INPUT;
  return Response.json(failureBody('INVALID_INPUT', MESSAGE), { status, headers: apiHeaders(https) });
};
