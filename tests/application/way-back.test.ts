import { describe, expect, it } from 'vitest';

import { leadOf, wayBackTo } from '#application/way-back.ts';

const LEAD = '0198c0de-0000-7000-8000-000000000000';

describe('the way back from a payment', () => {
  it.each([
    wayBackTo('https://shop.example', LEAD),
    wayBackTo('http://localhost:3000/leads', LEAD).replace('{ref}', '{CHECKOUT_SESSION_ID}'),
    `https://shop.example/success?lead=${LEAD}&session_id=cs_1#paid`,
  ])('names the lead that was paid for: %s', (wayBack) => {
    expect(leadOf(wayBack)).toBe(LEAD);
  });

  it.each([
    'https://shop.example/success?session_id=lead',
    'https://lead=1.example/?mislead=2',
    'https://a.example/?lead=',
  ])('may name none: %s', (wayBack) => {
    expect(leadOf(wayBack)).toBeUndefined();
  });
});
