import { expect, test } from 'vitest';

import { subscriptionText } from '#web/date.ts';

const SINCE = { isSubscribed: true, subscriptionDate: '2026-11-14T12:00:00.000Z' };

test.each([
  [{ isSubscribed: false, subscriptionDate: null }, '', 'Not Subscribed'],
  [{ isSubscribed: false, subscriptionDate: SINCE.subscriptionDate }, 'on ', 'Not Subscribed'],
  [SINCE, '', 'Subscribed November 14, 2026'],
  [SINCE, 'on ', 'Subscribed on November 14, 2026'],
  [{ isSubscribed: true, subscriptionDate: null }, '', 'Subscribed'],
] as const)('%o reads %j', (user, word, text) => expect(subscriptionText(user, word)).toBe(text));
