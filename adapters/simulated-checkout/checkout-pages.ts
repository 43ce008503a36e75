import { readFileSync } from 'node:fs';

import { Hono } from 'hono';
import type { Context } from 'hono';

import type { Clock } from '#application/ports/clock.ts';

import { historyOf, pay, successUrlOf } from './checkout.ts';
import type { Checkout } from './checkout.ts';
import { closedView, formView } from './checkout-views.ts';
import type { FormProblem } from './checkout-views.ts';
import type { Checkouts } from './checkouts.ts';
import { readForm } from './form.ts';
import type { Form } from './form.ts';
import { messageView, notAForm, notUnderstood, page } from './layout.ts';

const STYLESHEET = readFileSync(new URL('./checkout.css', import.meta.url), 'utf8');

const unknown = (c: Context) =>
  page(c, messageView('No such checkout', 'This address belongs to no checkout. Nothing was charged.'), 404);

/** The hosted pages. They work without a script; the app that mounts them checks the origin and the size of posts. */
export const checkoutPages = ({ checkouts, clock }: { readonly checkouts: Checkouts; readonly clock: Clock }): Hono => {
  const show = (c: Context, checkout: Checkout, problem?: FormProblem) => {
    switch (checkout.state) {
      case 'open':
        return page(c, formView(checkout, problem), problem?.kind === 'email' ? 400 : 200);
      case 'closed':
        return page(c, closedView(checkout, successUrlOf(checkout)));
      case 'free':
      case 'authorised':
      case 'collected':
      case 'released':
        return c.redirect(successUrlOf(checkout), 303);
    }
  };

  const answer = async (c: Context, checkout: Checkout, { outcome, typed, email }: Form) => {
    if (checkout.state !== 'open') {
      return checkout.state === 'closed' && outcome === 'cancel'
        ? c.redirect(checkout.cancelUrl, 303)
        : show(c, checkout);
    }
    switch (outcome) {
      case 'cancel':
        return c.redirect(checkout.cancelUrl, 303);
      case 'decline':
        return show(c, checkout, { kind: 'declined', typed });
      case 'pay':
        return email === undefined
          ? show(c, checkout, { kind: 'email', typed })
          : show(c, await checkouts.change(checkout.id, (current) => pay(current, email, clock())));
    }
  };

  return new Hono()
    .get('/dev/checkout.css', (c) =>
      c.body(STYLESHEET, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }),
    )
    .get('/dev/checkout.json', async (c) => {
      c.header('cache-control', 'no-store');
      const all = await checkouts.list();
      return c.json(
        all.map((checkout) => ({
          id: checkout.id,
          kind: checkout.monthly === undefined ? 'purchase' : 'subscription',
          amount: checkout.amount,
          lineItem: checkout.lineItem,
          state: checkout.state,
          email: checkout.email,
          history: historyOf(checkout).map(({ what, at }) => ({ what, at: new Date(at).toISOString() })),
        })),
      );
    })
    .get('/dev/checkout/:id', async (c) => {
      const checkout = await checkouts.find(c.req.param('id'));
      return checkout === undefined ? unknown(c) : show(c, checkout);
    })
    .post('/dev/checkout/:id', async (c) => {
      const form = await readForm(c.req);
      if (form === 'wrong-type') return notAForm(c);
      const checkout = await checkouts.find(c.req.param('id'));
      if (checkout === undefined) return unknown(c);
      return form === 'malformed' ? notUnderstood(c) : answer(c, checkout, form);
    });
};
