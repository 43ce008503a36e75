import { describe, expect, it } from 'vitest';

import { leadIdIn, successUrlOf } from '#application/success-url.ts';

const LEAD = '0198c0de-0000-7000-8000-000000000000';

describe('the success URL of a purchase', () => {
  it.each([
    successUrlOf('https://shop.example', LEAD),
    successUrlOf('http://localhost:3000/leads', LEAD).replace('{ref}', '{CHECKOUT_SESSION_ID}'),
    `https://shop.example/success?lead=${LEAD}&session_id=cs_1#paid`,
  ])('names the lead that was paid for: %s', (successUrl) => {
    expect(leadIdIn(successUrl)).toBe(LEAD);
  });

  it.each([
    'https://shop.example/success?session_id=lead',
    'https://lead=1.example/?mislead=2',
    'https://a.example/?lead=',
  ])('may name none: %s', (successUrl) => {
    expect(leadIdIn(successUrl)).toBeUndefined();
  });
});
