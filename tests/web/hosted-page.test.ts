import { describe, expect, test } from 'vitest';

import { hostedPage } from '#web/hosted-page.ts';

describe('the address of the hosted payment page', () => {
  test.each(['https://checkout.stripe.com/c/pay/cs_1#x', `${window.location.origin}/dev/checkout/1?a=b`])(
    '%s is followed',
    (url) => {
      expect(hostedPage(url)).toBe(url);
    },
  );

  test('a path is one of our own pages', () => {
    expect(hostedPage('/dev/checkout/1')).toBe(`${window.location.origin}/dev/checkout/1`);
  });

  test.each([
    'https://evil.example/',
    'https://checkout.stripe.com.evil.example/',
    'http://checkout.stripe.com/c/pay/cs_1',
    'https://user@evil.example/checkout.stripe.com',
    '//evil.example/',
    String.raw`\\evil.example`,
    'javascript:alert(1)',
    'data:text/html,x',
    'http://[',
  ])('%s is refused', (url) => {
    expect(() => hostedPage(url)).toThrow(/not a payment page|Invalid URL/);
  });
});
