import { Hono } from 'hono';
import type { Context } from 'hono';
import { match } from 'ts-pattern';

import type { confirmSubscription } from '#application/confirm-subscription.ts';
import type { keepSubscription } from '#application/keep-subscription.ts';
import type { showUser } from '#application/show-user.ts';
import type { subscribe } from '#application/subscribe.ts';
import type { unsubscribe } from '#application/unsubscribe.ts';
import type { Border } from '#adapters/http/border.ts';
import { readFor } from '#adapters/http/entitled.ts';
import { refuse } from '#adapters/http/failures.ts';
import { readNoFields, readQuery } from '#adapters/http/input.ts';
import type { CheckoutAnswer } from '#adapters/http/contract/purchase-contract.ts';
import { sessionToken } from '#adapters/http/session-cookie.ts';
import { ConfirmQuery } from '#adapters/http/contract/checkout-requests.ts';
import type { ConfirmAnswer } from '#adapters/http/contract/subscription-contract.ts';
import { userOf } from '#adapters/http/answers/user-answer.ts';

export type SubscriptionUseCases = {
  readonly showUser: ReturnType<typeof showUser>;
  readonly subscribe: ReturnType<typeof subscribe>;
  readonly confirmSubscription: ReturnType<typeof confirmSubscription>;
  readonly unsubscribe: ReturnType<typeof unsubscribe>;
  readonly keepSubscription: ReturnType<typeof keepSubscription>;
};

type Needs = SubscriptionUseCases & Pick<Border, 'https' | 'shopUrl'>;

/** The monthly subscription of the signed-in user. These calls carry nothing but the session, and one of them the checkout. */
export const subscriptionRoutes = (needs: Needs): Hono => {
  const { showUser, shopUrl, https } = needs;

  /** The session token of a call whose form is valid. */
  const caller = async (c: Context): Promise<string | undefined> => {
    const token = sessionToken(c, https);
    await readFor(
      'to-users',
      () => showUser(token),
      () => readNoFields(c),
    );
    return token;
  };

  const changed = async (c: Context, change: Needs['unsubscribe']): Promise<Response> =>
    match(await change(await caller(c)))
      .with({ is: 'done' }, (user) => c.json(userOf(user)))
      .with({ is: 'not-signed-in' }, () => refuse(c, 'NOT_SIGNED_IN'))
      .with({ is: 'not-subscribed' }, () => refuse(c, 'NOT_SUBSCRIBED'))
      .with({ is: 'too-often' }, (turn) => refuse(c, 'TOO_MANY_TRIES', turn))
      .exhaustive();

  return new Hono()
    .post('/api/stripe/subscription/create-checkout-session', async (c) => {
      const token = await caller(c);
      const dashboard = `${shopUrl(c)}/lead-vault-dashboard`;
      // A subscriber, whose last renewal failed, has come from the dashboard; everybody else from the page of the offer.
      const isMember = (await showUser(token))?.membership.is === 'member';
      const outcome = await needs.subscribe({
        sessionToken: token,
        successUrl: `${dashboard}?session_id={ref}`,
        cancelUrl: `${isMember ? dashboard : `${shopUrl(c)}/lead-vault`}?cancelled=1`,
      });
      return match(outcome)
        .with({ is: 'opened' }, ({ checkout: { ref, url } }) => c.json({ id: ref, url } satisfies CheckoutAnswer))
        .with({ is: 'kept' }, ({ ref }) => c.json({ id: ref, url: dashboard } satisfies CheckoutAnswer))
        .with({ is: 'not-signed-in' }, () => refuse(c, 'NOT_SIGNED_IN'))
        .with({ is: 'already-subscribed' }, () => refuse(c, 'ALREADY_SUBSCRIBED'))
        .with({ is: 'too-often' }, (turn) => refuse(c, 'TOO_MANY_TRIES', turn))
        .with({ is: 'payments-unavailable' }, () => refuse(c, 'PAYMENTS_UNAVAILABLE'))
        .exhaustive();
    })
    .post('/api/stripe/subscription/confirm-subscription', async (c) => {
      const token = await caller(c);
      const { session_id } = await readFor(
        'to-users',
        () => showUser(token),
        () => readQuery(c, ConfirmQuery),
      );
      return match(await needs.confirmSubscription({ sessionToken: token, checkoutRef: session_id }))
        .with({ is: 'subscribed' }, ({ goesOn }) =>
          c.json({ success: true, status: 'subscribed', goesOn } satisfies ConfirmAnswer),
        )
        .with({ is: 'processing' }, () => c.json({ success: false, status: 'processing' } satisfies ConfirmAnswer))
        .with({ is: 'failed' }, ({ message }) =>
          c.json({ success: false, status: 'failed', error: message } satisfies ConfirmAnswer),
        )
        .with({ is: 'not-signed-in' }, () => refuse(c, 'NOT_SIGNED_IN'))
        .with({ is: 'of-another' }, () => refuse(c, 'NOT_YOUR_CHECKOUT'))
        .with({ is: 'unknown' }, () => refuse(c, 'PAYMENT_UNKNOWN'))
        .with({ is: 'too-often' }, (turn) => refuse(c, 'TOO_MANY_TRIES', turn))
        .exhaustive();
    })
    .post('/api/stripe/subscription/unsubscribe', (c) => changed(c, needs.unsubscribe))
    .post('/api/stripe/subscription/keep', (c) => changed(c, needs.keepSubscription));
};
