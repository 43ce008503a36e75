import { describe, expect, test } from 'vitest';

import { htmlOf } from '#tests/support/drawn-page.ts';
import { useWebApi } from '#tests/support/web-api.ts';

useWebApi();

const PAGES = ['/', '/lead-vault', '/signin', '/signup', '/contact-us'];
const headOf = (path: string, publicUrl?: string) => {
  const { head } = new DOMParser().parseFromString(htmlOf(path, undefined, publicUrl), 'text/html');
  const said = (name: string) =>
    [...head.querySelectorAll(`meta[name="${name}"], meta[property="${name}"]`)].map((tag) =>
      tag.getAttribute('content'),
    );
  return { titles: [...head.querySelectorAll('title')].map(({ textContent }) => textContent), said };
};

describe('what a search or a preview of a shared link shows of a page', () => {
  test('is its title, once, and a description of its own', () => {
    const heads = PAGES.map((path) => headOf(path));
    expect(heads.map(({ titles }) => titles)).toEqual([
      ['Homelead: exclusive home buyer leads'],
      ['Lead Vault | Homelead'],
      ['Sign In | Homelead'],
      ['Create Account | Homelead'],
      ['Contact Us | Homelead'],
    ]);
    const descriptions = heads.flatMap(({ said }) => said('description'));
    expect(new Set(descriptions).size).toBe(PAGES.length);
    expect(headOf('/lead-vault').said('description')).toEqual([expect.stringContaining('$39 a month')]);
    for (const { titles, said } of heads) {
      expect(said('og:title')).toEqual(titles);
      expect(said('og:description')).toEqual(said('description'));
    }
  });

  test("is the product's mark, where it is known where the shop is seen from outside", () => {
    expect(headOf('/', 'https://shop.example').said('og:image')).toEqual(['https://shop.example/icon-512.png']);
    expect(headOf('/').said('og:image')).toEqual([]);
  });

  test.each(['/?city=Austin', '/?page=2&city=call%20us%20at%20shop.invalid'])(
    'is nothing of %s: any text can be searched for, and none is published under the name of the shop',
    (address) => expect(headOf(address).said('robots')).toEqual(['noindex']),
  );

  test.each([
    ...PAGES,
    '/?page=2',
    '/?city=%20%00',
    '/??city=Austin',
    '/lead-vault?city=Austin',
    '/signin?city=Austin',
  ])('may be all of %s, which is kept for whoever asks for the same without a search', (address) =>
    expect(headOf(address).said('robots')).toEqual([]),
  );
});
