import { HOUR } from './instant.ts';
import type { Instant } from './instant.ts';
import { nextWeekStart } from './week.ts';

/** The weekly reminder: Monday 15:00 to 16:00 UTC, for ever. */
const TITLE = 'New buyer leads on Homelead';
const DETAILS = 'The marketplace refreshes now. Whoever comes first finds every new lead.';
/** An event that comes in a file has no reminder unless it brings one. */
const ALARM = 'TRIGGER:-PT10M';
const RULE = 'RRULE:FREQ=WEEKLY;BYDAY=MO';

/** `20261123T150000Z`, the UTC form of RFC 5545. */
const stamp = (instant: Instant): string => new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** RFC 5545 TEXT: backslash, semicolon, comma and newline are escaped. */
const textValue = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);

/** RFC 5545 lines are at most 75 octets; our texts are ASCII, so characters are octets. */
const folded = (line: string): string => line.replaceAll(/(.{74})(?=.)/g, '$1\r\n ');

/** A Google Calendar link that adds the weekly event, first on the next Monday after `now`. `shopUrl` without a slash at its end. */
export const googleCalendarLink = (shopUrl: string, now: Instant): string => {
  const start = nextWeekStart(now);
  const query = new Map([
    ['action', 'TEMPLATE'],
    ['text', TITLE],
    ['dates', `${stamp(start)}/${stamp(start + HOUR)}`],
    ['ctz', 'UTC'],
    ['recur', RULE],
    ['details', `${DETAILS} ${shopUrl}/`],
  ]);
  return `https://calendar.google.com/calendar/render?${[...query]
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')}`;
};

/** The same event as an iCalendar file (RFC 5545, CRLF). */
export const icsFile = (shopUrl: string, now: Instant): string => {
  const start = nextWeekStart(now);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Homelead//Weekly reminder//EN',
    'BEGIN:VEVENT',
    `UID:new-leads@${shopUrl.replace(/^https?:\/\//, '')}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + HOUR)}`,
    RULE,
    `SUMMARY:${textValue(TITLE)}`,
    `DESCRIPTION:${textValue(DETAILS)}`,
    `URL:${shopUrl}/`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${textValue(TITLE)}`,
    ALARM,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
};
