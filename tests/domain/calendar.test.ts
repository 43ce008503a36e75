import { describe, expect, it } from 'vitest';

import { googleCalendarLink, icsFile } from '#domain/calendar.ts';

const SHOP = 'https://leads.example.com';
const SATURDAY = Date.parse('2026-11-21T02:00:00.123Z');

const file = icsFile(SHOP, SATURDAY);
const unfolded = file.replaceAll('\r\n ', '').split('\r\n');
const property = (name: string): string | undefined =>
  unfolded.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);

describe('the weekly reminder', () => {
  it('is Monday 15:00 to 16:00 UTC, every week', () => {
    expect(property('DTSTART')).toBe('20261123T150000Z');
    expect(property('DTEND')).toBe('20261123T160000Z');
    expect(property('RRULE')).toBe('FREQ=WEEKLY;BYDAY=MO');
  });

  it('begins on the next Monday, also when asked during the event itself', () => {
    const during = icsFile(SHOP, Date.parse('2026-11-23T15:30:00Z'));
    expect(during).toContain('DTSTART:20261130T150000Z');
    const rightBefore = icsFile(SHOP, Date.parse('2026-11-23T14:59:59Z'));
    expect(rightBefore).toContain('DTSTART:20261123T150000Z');
  });

  it('is one whole event of RFC 5545, with what it requires', () => {
    expect(unfolded[0]).toBe('BEGIN:VCALENDAR');
    expect(unfolded.slice(-2)).toEqual(['END:VCALENDAR', '']);
    expect(unfolded.filter((line) => line === 'BEGIN:VEVENT' || line === 'END:VEVENT')).toHaveLength(2);
    expect(property('VERSION')).toBe('2.0');
    expect(property('PRODID')).toBe('-//Homelead//Weekly reminder//EN');
    expect(property('DTSTAMP')).toBe('20261121T020000Z');
    expect(property('UID')).toBe('new-leads@leads.example.com');
    expect(property('URL')).toBe(`${SHOP}/`);
    expect(property('SUMMARY')).toBe('New buyer leads on Homelead');
  });

  it('reminds ten minutes before, with all that RFC 5545 asks of an alarm', () => {
    expect(unfolded.slice(unfolded.indexOf('BEGIN:VALARM'), unfolded.indexOf('END:VEVENT'))).toEqual([
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:New buyer leads on Homelead',
      'TRIGGER:-PT10M',
      'END:VALARM',
    ]);
  });

  it('keeps its UID, so that adding it again changes the event instead of doubling it', () => {
    expect(icsFile(SHOP, SATURDAY + 1e10)).toContain('UID:new-leads@leads.example.com\r\n');
    expect(icsFile('http://localhost:3000', SATURDAY)).toContain('UID:new-leads@localhost:3000\r\n');
  });

  it('ends its lines with CR LF and folds them at 75 octets', () => {
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const address = `https://${'leads.'.repeat(40)}example.com`;
    const lines = icsFile(address, SATURDAY).split('\r\n');
    expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBe(75);
    expect(lines.some((line) => line.startsWith(' '))).toBe(true);
    expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`URL:${address}/\r\n`);
  });

  it('escapes what is special in a text value', () => {
    for (const name of ['SUMMARY', 'DESCRIPTION']) expect(property(name)).not.toMatch(/(?<!\\)[,;]|\n/);
  });

  it('is the same event as a Google Calendar link', () => {
    const link = new URL(googleCalendarLink(SHOP, SATURDAY));
    expect(link.origin + link.pathname).toBe('https://calendar.google.com/calendar/render');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      action: 'TEMPLATE',
      text: 'New buyer leads on Homelead',
      dates: '20261123T150000Z/20261123T160000Z',
      ctz: 'UTC',
      recur: 'RRULE:FREQ=WEEKLY;BYDAY=MO',
      details: `The marketplace refreshes now. Whoever comes first finds every new lead. ${SHOP}/`,
    });
    expect(link.href).not.toContain('+');
  });
});
