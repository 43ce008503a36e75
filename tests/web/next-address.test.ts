import { describe, expect, test } from 'vitest';

import { nextAddress, signInHref } from '#web/next-address.ts';

const next = (page: string): string => nextAddress(`?next=${encodeURIComponent(page)}`);

describe('after sign-in the user goes', () => {
  test('to the dashboard when no page sent him', () => {
    expect(nextAddress('')).toBe('/lead-vault-dashboard');
    expect(nextAddress('?next=')).toBe('/lead-vault-dashboard');
  });

  test.each([
    '/profile',
    '/lead-vault?from=mail',
    '/?city=Austin%2C+TX&page=2',
    '/profile#personal',
    '/a//b',
    '/apiary',
  ])('back to the page that did: %s', (page) => expect(next(page)).toBe(page));

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '///evil.example',
    String.raw`/\evil.example`,
    String.raw`\\evil.example`,
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'profile',
    '@evil.example',
    ' /profile',
    '//',
    'http://[',
    '/api/auth/me',
    '/x/../api/auth/me',
  ])('nowhere else: %j', (page) => expect(next(page)).toBe('/lead-vault-dashboard'));

  test('not back to the sign-in itself', () => {
    expect(next('/signin?next=/profile')).toBe('/lead-vault-dashboard');
  });
});

describe('the sign-in that leads back', () => {
  test('names the page, and leads there', () => {
    const href = signInHref('/profile?edit=1&x=ä');
    expect(href.startsWith('/signin?next=')).toBe(true);
    expect(nextAddress(new URL(href, 'https://shop.example').search)).toBe('/profile?edit=1&x=%C3%A4');
  });

  test('names no page where it leads there anyway', () => expect(signInHref('/lead-vault-dashboard')).toBe('/signin'));
});
