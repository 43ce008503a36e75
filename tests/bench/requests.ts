import { EIGHT_PAGES, exportOf, loginOf } from './cases.ts';
import type { Case } from './cases.ts';
import { bytesOf } from './line.ts';
import { LOGINS, SUBSCRIBERS } from './members.ts';

/**
 * What is asked in one case. Those who sign in are many, or one person's sessions would be all that is measured; so are those who
 * export, since nobody alone may run so many at once.
 */
export const requestsOf = (one: Case): readonly Buffer[] => {
  const logins = Array.from({ length: LOGINS }, (_, member) => loginOf(member));
  const exports = Array.from({ length: SUBSCRIBERS }, (_, subscriber) => exportOf(subscriber));
  const several = [logins, exports, EIGHT_PAGES].find(([first]) => first?.name === one.name);
  return (several ?? [one]).map(bytesOf);
};
