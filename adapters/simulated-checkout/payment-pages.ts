import { Hono } from 'hono';
import type { Context } from 'hono';
import * as v from 'valibot';

import type { Clock } from '#application/ports/clock.ts';
import { UnknownCheckout } from '#application/ports/payment-provider.ts';

import { bounce, dispute, refund, win } from './checkout.ts';
import type { Checkouts } from './checkouts.ts';
import { postedFields } from './form.ts';
import { messageView, notAForm, notUnderstood, page } from './layout.ts';
import { isPayment, paymentsView } from './payment-views.ts';
import { refOfPayment } from './purchases.ts';

const Fields = v.object({ outcome: v.picklist(['refund', 'dispute', 'bounce', 'win']) });

const STEPS = { refund, dispute, bounce, win } as const;

const unknown = (c: Context) =>
  page(c, messageView('No such payment', 'This address belongs to no payment. Nothing was changed.'), 404);

/** All payments of purchases, with buttons for the actions of the provider's dashboard and of the buyer's bank. */
export const paymentPages = ({ checkouts, clock }: { readonly checkouts: Checkouts; readonly clock: Clock }): Hono =>
  new Hono()
    .get('/dev/payments', async (c) => page(c, paymentsView((await checkouts.list()).filter(isPayment))))
    .post('/dev/payments/:ref', async (c) => {
      const posted = await postedFields(c.req);
      if (posted === 'wrong-type') return notAForm(c);
      const fields = v.safeParse(Fields, posted);
      try {
        await checkouts.change(refOfPayment(c.req.param('ref')), (checkout) => {
          if (!isPayment(checkout)) throw new UnknownCheckout('no such payment');
          return fields.success ? STEPS[fields.output.outcome](checkout, clock()) : checkout;
        });
      } catch (error) {
        if (error instanceof UnknownCheckout) return unknown(c);
        throw error;
      }
      return fields.success ? c.redirect('/dev/payments', 303) : notUnderstood(c);
    });
