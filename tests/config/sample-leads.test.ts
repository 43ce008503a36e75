import { describe, expect, it } from 'vitest';

import { sampleLeads } from '#config/sample-leads.ts';
import { DAY, WEEK } from '#domain/instant.ts';
import { isOffered } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { personKeyTexts } from '#domain/person.ts';
import { isInVault } from '#tests/support/in-vault.ts';

const MONDAY = Date.parse('2026-11-23T15:00:00Z');

let made = 0;
const leads = sampleLeads(MONDAY, () => String((made += 1)));

describe('the sample leads', () => {
  it('are 137 on the list and 214 in the vault, and 40 new ones on each of the next eight Mondays', () => {
    const offeredAt = (now: number) => leads.filter((lead) => isOffered(lead, now, 1)).length;
    expect(leads.filter((lead) => isInVault(lead, MONDAY + DAY))).toHaveLength(214);
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((week) => offeredAt(MONDAY + week * WEEK))).toEqual([
      137, 40, 40, 40, 40, 40, 40, 40, 40, 0,
    ]);
  });

  it('can each be reached: some lack the e-mail address, some the phone number, none both', () => {
    const lacking = (part: 'email' | 'phone') => leads.filter(({ contact }) => contact[part] === undefined);
    expect(lacking('email').length).toBeGreaterThan(0);
    expect(lacking('phone').length).toBeGreaterThan(0);
    expect(lacking('email').filter((lead) => lacking('phone').includes(lead))).toEqual([]);
  });

  it('are of persons that nobody could take for one another', () => {
    const keys = leads.flatMap(({ contact }) => personKeyTexts(contact));
    expect(keys.length).toBeGreaterThan(leads.length);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('want different things: no page of the list or the vault, nor the examples, say the same again and again', () => {
    const vaulted = leads.filter((lead) => isInVault(lead, MONDAY + DAY));
    const newest = vaulted.filter(({ standing }) => standing.state === 'vaulted' && standing.vaultedAt === MONDAY);
    const dearest = vaulted.toSorted((one, other) => other.price - one.price).slice(0, 5);
    const wishes = (some: readonly Lead[]) => new Set(some.map(({ description }) => description)).size;
    expect([wishes(leads.slice(0, 10)), wishes(newest.slice(0, 10)), wishes(dearest)]).toEqual([10, 10, 5]);
  });
});
