import { beforeEach, describe, expect, test } from 'vitest';

import { writePaymentTags } from '#tests/support/payment-tags.ts';
import { hostedPage } from '#web/hosted-page.ts';

const STRIPE = 'https://checkout.stripe.com/c/pay/cs_1#x';

beforeEach(() => writePaymentTags({ hostedPages: ['https://checkout.stripe.com', 'http://127.0.0.1:12111'] }));

describe('the address of the hosted payment page', () => {
  test.each([STRIPE, 'http://127.0.0.1:12111/pay/cs_1', `${window.location.origin}/dev/checkout/1?a=b`])(
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
    'https://checkout.stripe.com:8443/c/pay/cs_1',
    'https://user@evil.example/checkout.stripe.com',
    'http://127.0.0.1:12112/pay/cs_1',
    '//evil.example/',
    String.raw`\\evil.example`,
    'javascript:alert(1)',
    'data:text/html,x',
    'http://[',
  ])('%s is refused', (url) => {
    expect(() => hostedPage(url)).toThrow(/not a payment page|Invalid URL/);
  });

  test.each([[[]], [['']], [['https://pay.example']]])(
    'of no origin but our own and those that the server names (%j) is followed',
    (hostedPages) => {
      writePaymentTags({ hostedPages });
      expect(() => hostedPage(STRIPE)).toThrow('not a payment page');
      expect(() => hostedPage('null:')).toThrow('not a payment page');
      expect(hostedPage('/dev/checkout/1')).toBe(`${window.location.origin}/dev/checkout/1`);
    },
  );
});
