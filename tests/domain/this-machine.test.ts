import { describe, expect, it } from 'vitest';

import { isThisMachine } from '#domain/this-machine.ts';

describe('this machine', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.0.0.53', '127.255.255.255', '::1', '[::1]'])(
    'is known as %s',
    (host) => {
      expect(isThisMachine(host)).toBe(true);
    },
  );

  it.each([
    '',
    'localhost.example',
    'localhost.evil.example',
    'mail.localhost',
    'localhost.',
    'notlocalhost',
    '127.0.0.1.example',
    '127.0.0.256',
    '127.0.0.1000',
    '127.0.0',
    '127.0.0.1.1',
    'x127.0.0.1',
    '128.0.0.1',
    '0.0.0.0',
    '::',
    '::11',
    '[::1',
    '::1]',
    '::ffff:192.0.2.1',
    'localhost:80',
    'localhost\n',
  ])('is not %j, which may be anybody', (host) => {
    expect(isThisMachine(host)).toBe(false);
  });
});
