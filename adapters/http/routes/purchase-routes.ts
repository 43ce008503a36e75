import { Hono } from 'hono';
import { match } from 'ts-pattern';

import type { BuyOutcome, buyLead } from '#application/buy-lead.ts';
import type { identify } from '#application/identify.ts';
import type { OpenedCheckout } from '#application/ports/payment-provider.ts';
import type { Secrets } from '#application/ports/secrets.ts';
import type { validateCoupon } from '#application/validate-coupon.ts';
import { successUrlOf } from '#application/success-url.ts';
import { centsOf, dollarsOf } from '#domain/money.ts';
import type { Border } from '#adapters/http/border.ts';
import { CheckoutRequest, CouponRequest } from '#adapters/http/contract/checkout-requests.ts';
import type { CheckoutAnswer, CouponAnswer } from '#adapters/http/contract/purchase-contract.ts';
import { couponTries } from '#adapters/http/coupon-tries.ts';
import { refuse } from '#adapters/http/failures.ts';
import { respond, defaultHeaders } from '#adapters/http/headers.ts';
import { readJson } from '#adapters/http/input.ts';
import { OPEN_CHECKOUT } from '#adapters/http/own-paths.ts';
import { noteChange } from '#adapters/http/recent-change.ts';
import { sessionToken } from '#adapters/http/session-cookie.ts';
import { limitedVisitWork } from '#adapters/http/limits.ts';
import { ensureVisitor, visitorHash } from '#adapters/http/visitor.ts';

export type PurchaseUseCases = {
  readonly validateCoupon: ReturnType<typeof validateCoupon>;
  readonly buyLead: ReturnType<typeof buyLead>;
  readonly identify: ReturnType<typeof identify>;
};

type Needs = PurchaseUseCases &
  Border & {
    readonly secrets: Secrets;
  };

/** In characters: more of it says nothing more about a browser. */
const LONGEST_USER_AGENT = 300;

const GONE = { sold: 'LEAD_SOLD', 'not-offered': 'LEAD_NOT_OFFERED' } as const;

/** The contract has checked the amount already. */
const cents = (dollars: number): number => centsOf(dollars) ?? 0;

const cancelUrl = (shop: string, returnTo: string): string =>
  `${shop}${returnTo}${returnTo.includes('?') ? '&' : '?'}cancelled=1`;

/** Buying one lead, without an account. */
export const purchaseRoutes = (needs: Needs): Hono => {
  const { limiter, secrets, shopUrl, clientAddress, https } = needs;
  const tries = couponTries(limiter);

  return new Hono()
    .post('/api/stripe/validate-coupon', async (c) => {
      const { couponCode, leadId } = await readJson(c, CouponRequest);
      const check = { leadId, code: couponCode, visitorHash: visitorHash(c, secrets, https) };
      const outcome = await tries.price(clientAddress(c), () => needs.validateCoupon(check));
      return match(outcome)
        .with({ is: 'checked' }, ({ valid, price, message, emailNeeded, gone }) => {
          const code = gone && GONE[gone];
          const discountedPrice = dollarsOf(price);
          const answer = {
            valid,
            discountedPrice,
            message,
            ...(emailNeeded && { emailNeeded }),
            ...(code && { code }),
          };
          return c.json(answer satisfies CouponAnswer);
        })
        .with({ is: 'lead-unknown' }, () => refuse(c, 'LEAD_UNKNOWN'))
        .exhaustive();
    })
    .post(OPEN_CHECKOUT, async (c) => {
      const request = await readJson(c, CheckoutRequest);
      const address = clientAddress(c);
      const shop = shopUrl(c);
      const visitor = ensureVisitor(c, secrets, https);
      const codeTyped = request.couponCode ?? '';
      const buy = async (): Promise<BuyOutcome> => {
        const buyer = await needs.identify(sessionToken(c, https));
        return needs.buyLead({
          leadId: request.leadId,
          amount: cents(request.amount),
          codeTyped,
          termsVersion: request.termsVersion ?? undefined,
          email: request.email ?? undefined,
          buyer,
          visitorHash: visitor.hash,
          clientAddress: address,
          userAgent: (c.req.header('user-agent') ?? '').slice(0, LONGEST_USER_AGENT),
          successUrl: successUrlOf(shop, request.leadId),
          cancelUrl: cancelUrl(shop, request.returnTo ?? '/'),
        });
      };
      const outcome = await limitedVisitWork(limiter, 'checkout', address, () => tries.buy(address, codeTyped, buy));
      const onwards = ({ checkout: { ref, url } }: { readonly checkout: OpenedCheckout }): Response => {
        const answer = JSON.stringify({ id: ref, url } satisfies CheckoutAnswer);
        const headers = { ...defaultHeaders(c), 'Content-Type': 'application/json', ...visitor.headers };
        return respond(c, answer, 200, headers);
      };
      return match(outcome)
        .with({ is: 'opened' }, onwards)
        .with({ is: 'taken' }, (taken) => {
          noteChange(c);
          return onwards(taken);
        })
        .with({ is: 'lead-unknown' }, () => refuse(c, 'LEAD_UNKNOWN'))
        .with({ is: 'sold' }, ({ message }) => refuse(c, 'LEAD_SOLD', { message }))
        .with({ is: 'not-offered' }, ({ message }) => refuse(c, 'LEAD_NOT_OFFERED', { message }))
        .with({ is: 'coupon-refused' }, ({ message }) => refuse(c, 'COUPON_REFUSED', { message }))
        .with({ is: 'price-changed' }, ({ price }) => refuse(c, 'PRICE_CHANGED', { price }))
        .with({ is: 'terms-not-accepted' }, () => refuse(c, 'TERMS_NOT_ACCEPTED'))
        .with({ is: 'email-needed' }, () => refuse(c, 'EMAIL_NEEDED'))
        .with({ is: 'payments-unavailable' }, async ({ wasAway }) => {
          // A buyer who tries again as asked must not be locked out.
          if (wasAway) await limiter.giveBack('checkout', address);
          return refuse(c, 'PAYMENTS_UNAVAILABLE');
        })
        .exhaustive();
    });
};
