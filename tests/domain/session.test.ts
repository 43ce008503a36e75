import { describe, expect, it } from 'vitest';

import { DAY, HOUR } from '#domain/instant.ts';
import { endedBy, isAlive, MOST_SESSIONS, seen, sessionsToEnd } from '#domain/session.ts';
import type { Session } from '#domain/session.ts';

const NOW = Date.UTC(2026, 10, 18);
const session: Session = { hash: 'h', accountId: 'a', createdAt: NOW, seenAt: NOW };

describe('a session', () => {
  it.each([
    [7 * DAY - 1, true],
    [7 * DAY, false],
  ])('ends 7 days after the last visit: after %d ms alive is %s', (idle, alive) => {
    expect(isAlive(session, NOW + idle)).toBe(alive);
  });

  it.each([
    [30 * DAY - 1, true],
    [30 * DAY, false],
  ])('ends 30 days after it began, however often it is seen: after %d ms alive is %s', (age, alive) => {
    expect(isAlive({ ...session, seenAt: NOW + age - 1 }, NOW + age)).toBe(alive);
  });

  it.each([7 * DAY - 1, 7 * DAY, 30 * DAY - 1, 30 * DAY])('has ended, %d ms on, if it is not alive then', (age) => {
    const { seenUntil, createdUntil } = endedBy(NOW + age);
    for (const each of [session, { ...session, seenAt: NOW + age - 1 }])
      expect(each.seenAt <= seenUntil || each.createdAt <= createdUntil).toBe(!isAlive(each, NOW + age));
  });

  it('notes a visit at most once an hour', () => {
    expect(seen(session, NOW + HOUR - 1)).toBeUndefined();
    expect(seen(session, NOW + HOUR)).toEqual({ ...session, seenAt: NOW + HOUR });
  });

  it('is one of ten at most: the oldest end for a newer one', () => {
    const sessions = Array.from({ length: 12 }, (_, age) => ({ ...session, hash: `${age}`, createdAt: NOW - age }));
    expect(MOST_SESSIONS).toBe(10);
    for (const known of [sessions, sessions.toReversed()])
      expect(sessionsToEnd(known).map(({ hash }) => hash)).toEqual(['9', '10', '11']);
    expect(sessionsToEnd(sessions.slice(0, 9))).toEqual([]);
  });
});
