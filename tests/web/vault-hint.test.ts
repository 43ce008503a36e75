import { describe, expect, test } from 'vitest';

import { placeText, vaultHint } from '#web/vault-hint.ts';

describe('what a search of the vault was meant to find', () => {
  test.each([
    ['Austin, TX', 'Austin in Texas', { search: 'Austin', state: 'TX' }],
    ['austin,tx', 'Austin in Texas', { search: 'austin', state: 'TX' }],
    ['Austin, Texas', 'Austin in Texas', { search: 'Austin', state: 'TX' }],
    ['Austin TX', 'Austin in Texas', { search: 'Austin', state: 'TX' }],
    ['St. Louis, MO', 'St. Louis in Missouri', { search: 'St. Louis', state: 'MO' }],
    ['Winston-Salem north carolina', 'Winston-Salem in North Carolina', { search: 'Winston-Salem', state: 'NC' }],
    ['12 Elm St, St. Louis, MO 63101', 'St. Louis in Missouri', { search: 'St. Louis', state: 'MO' }],
    ['winston-salem nc', 'Winston-Salem in North Carolina', { search: 'winston-salem', state: 'NC' }],
    ["o'fallon, il", "O'fallon in Illinois", { search: "o'fallon", state: 'IL' }],
    ['o’fallon, il', 'O’fallon in Illinois', { search: 'o’fallon', state: 'IL' }],
    ['an\u0303asco tx', 'An\u0303asco in Texas', { search: 'an\u0303asco', state: 'TX' }],
    ['DeLand, FL', 'DeLand in Florida', { search: 'DeLand', state: 'FL' }],
    ['Washington, DC', 'Washington', { search: 'Washington', state: undefined }],
    ['washington dc', 'Washington', { search: 'washington', state: undefined }],
    ['DC', 'Washington', { search: 'Washington', state: undefined }],
    ['TX', 'Texas', { search: '', state: 'TX' }],
    [' texas ', 'Texas', { search: '', state: 'TX' }],
    ['tex', 'Texas', { search: '', state: 'TX' }],
  ])('%j is %s', (search, place, hint) => {
    expect(vaultHint(search)).toEqual(hint);
    expect(placeText(vaultHint(search) ?? { search: '', state: 'AL' })).toBe(place);
  });

  test.each(['', 'zzz', 'elena', 'new', 'Springfield, New'])(
    'of %j nothing is known, or no one state that the filters have',
    (search) => {
      expect(vaultHint(search)).toBeUndefined();
    },
  );
});
