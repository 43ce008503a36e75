import { expect, it } from 'vitest';

import { signIn } from '#application/sign-in.ts';
import { mailTo } from './buyer.ts';
import { openShop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

it('a password that a reset replaces while it is checked begins no session', async () => {
  const shop = await openShop();
  const { outside, useCases, queue } = shop;
  const { accountId, email } = await somebodyIn(shop);
  await useCases.requestPasswordReset(email);
  await queue.drain();
  const [mail] = await mailTo(shop, email);
  const token = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  const signInMeanwhile = signIn({
    ...outside,
    passwords: {
      ...outside.passwords,
      check: async (...pair) => {
        const answer = await outside.passwords.check(...pair);
        expect(await useCases.resetPassword({ token, newPassword: 'another-pass' })).toBe('reset');
        return answer;
      },
    },
  });
  expect(await signInMeanwhile({ email, password: 'sample-pass', sessionToken: undefined })).toEqual({
    is: 'wrong-pair',
  });
  expect(await outside.atomically(({ sessions }) => sessions.findOfAccount(accountId))).toEqual([]);
});
