import { afterEach, expect, it } from 'vitest';

import { buy, refundOf } from '#tests/application/refunds.ts';
import { openShop } from '#tests/application/shop.ts';

import { IMPATIENT, closeAll, smtpRig } from './rig.ts';

afterEach(closeAll);

it.each([
  ['of a sale whose mail server was not reached lists the lead again', { onConnect: () => {} }, 'listed'],
  ['of one whose mail server fell silent over the letter does not', { fate: () => 'hang' as const }, 'withdrawn'],
])('a refund %s', async (_, habits, state) => {
  const { mailer } = await smtpRig(habits, { times: { ...IMPATIENT, silence: 600 } });
  const shop = await openShop({ around: (outside) => ({ ...outside, mailer }) });
  const { id } = await buy(shop);
  await shop.queue.drain();
  expect(await refundOf(shop, id)).toMatchObject({ is: 'refunded', wasDelivered: state === 'withdrawn' });
  expect((await shop.lead())?.standing.state).toBe(state);
});
