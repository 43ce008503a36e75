import type { Lead } from '#domain/lead.ts';
import { SHOP } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

/** What somebody does not own, but may know of. */
export type Target = {
  readonly leads: readonly Lead[];
  /** The checkout that the sold lead was paid in, and one of a subscription, both of somebody else. */
  readonly purchaseRef: string;
  readonly subscriptionRef: string;
};

type Call = { readonly path: string; readonly body?: object; readonly form?: Record<string, string> };

const TOKEN = 'A'.repeat(43);

const pages = (path: string): readonly Call[] =>
  ['', '?size=100', '?size=100&search=juneau', '?search=AK', '?size=100&state=AK&sortOrder=desc&sortBy=price'].map(
    (query) => ({ path: path + query }),
  );

const searches = (leads: readonly Lead[]): readonly Call[] =>
  leads
    .flatMap(({ contact }) => Object.values(contact))
    .map((text) => ({ path: `/api/good-lead/unsold?search=${encodeURIComponent(text ?? '')}` }));

/** For each route of the app, calls that might make it tell something of a lead. */
export const PROBES: Readonly<Record<string, (target: Target) => readonly Call[]>> = {
  'GET /api/good-lead/unsold': ({ leads }) => [...pages('/api/good-lead/unsold'), ...searches(leads)],
  'GET /api/good-lead/top5': () => pages('/api/good-lead/top5'),
  'GET /api/good-lead/vaulted-leads': () => pages('/api/good-lead/vaulted-leads'),
  'GET /api/good-lead/export': () => pages('/api/good-lead/export'),
  'POST /api/stripe/validate-coupon': ({ leads }) =>
    leads.map(({ id: leadId }) => ({
      path: '/api/stripe/validate-coupon',
      body: { leadId, couponCode: 'WELCOME10', amount: 900 },
    })),
  'POST /api/stripe/create-checkout-session': ({ leads }) =>
    leads.flatMap(({ id: leadId }) =>
      [900, 1].map((amount) => ({ path: '/api/stripe/create-checkout-session', body: { leadId, amount } })),
    ),
  'GET /api/stripe/checkout-session': ({ leads, purchaseRef, subscriptionRef }) =>
    leads.flatMap(({ id }) =>
      [purchaseRef, subscriptionRef, 'cs_unknown'].map((ref) => ({
        path: `/api/stripe/checkout-session?session_id=${ref}&lead=${id}`,
      })),
    ),
  'POST /api/stripe/webhook': ({ purchaseRef }) => [
    { path: '/api/stripe/webhook', body: { id: 'evt_1', type: 'checkout.paid', checkout: purchaseRef } },
  ],
  'POST /api/stripe/subscription/create-checkout-session': () => [
    { path: '/api/stripe/subscription/create-checkout-session' },
  ],
  'POST /api/stripe/subscription/confirm-subscription': ({ purchaseRef, subscriptionRef }) =>
    [purchaseRef, subscriptionRef, 'cs_unknown'].map((ref) => ({
      path: `/api/stripe/subscription/confirm-subscription?session_id=${ref}`,
    })),
  'POST /api/stripe/subscription/unsubscribe': () => [{ path: '/api/stripe/subscription/unsubscribe' }],
  'POST /api/stripe/subscription/keep': () => [{ path: '/api/stripe/subscription/keep' }],
  'POST /api/auth/register': ({ leads }) =>
    ['new@example.com', leads[0]?.contact.email].map((email) => ({
      path: '/api/auth/register',
      body: { email, password: 'sample-pass', fullName: 'New' },
    })),
  'POST /api/auth/verify': () => [{ path: `/api/auth/verify?token=${TOKEN}` }],
  'POST /api/auth/verify/resend': () => [{ path: '/api/auth/verify/resend', body: { email: 'omar@example.com' } }],
  'POST /api/auth/verify-token': () => [{ path: `/api/auth/verify-token?token=${TOKEN}&tokenType=PASSWORD_RESET` }],
  'POST /api/auth/reset-password/request': () => [
    { path: '/api/auth/reset-password/request', form: { email: 'omar@example.com' } },
  ],
  'POST /api/auth/reset-password/confirm': () => [
    { path: '/api/auth/reset-password/confirm', form: { token: TOKEN, newPassword: 'sample-pass' } },
  ],
  'POST /api/auth/login': () => [
    { path: '/api/auth/login', form: { username: 'omar@example.com', password: 'sample-pass' } },
  ],
  'POST /api/auth/logout': () => [{ path: '/api/auth/logout' }],
  'GET /api/auth/me': () => [{ path: '/api/auth/me' }],
  'PUT /api/auth/me': () => [{ path: '/api/auth/me', body: { fullName: 'Omar', email: 'omar@example.com' } }],
  'POST /api/auth/me/resend': () => [{ path: '/api/auth/me/resend' }],
  'POST /api/contact': () => [
    {
      path: '/api/contact',
      body: { name: 'Omar', email: 'omar@example.com', subject: 'Hi', message: 'Ten characters.' },
    },
  ],
  'GET /api/openapi.json': () => [{ path: '/api/openapi.json' }],
  'GET /api/docs': () => [{ path: '/api/docs' }],
  'GET /api/docs/docs.css': () => [{ path: '/api/docs/docs.css' }],
  'GET /api/docs/docs.js': () => [{ path: '/api/docs/docs.js' }],
  'ALL /api/*': ({ leads }) =>
    leads.flatMap(({ id }) => [{ path: `/api/good-lead/${id}` }, { path: `/api/leads/${id}` }]),
  'GET /*': ({ leads }) =>
    ['/', '/lead-vault', '/lead-vault-dashboard', ...leads.map(({ id }) => `/success?session_id=a&lead=${id}`)].map(
      (path) => ({ path }),
    ),
  'GET /new-leads.ics': () => [{ path: '/new-leads.ics' }],
};

const NO_BODY = new Set(['GET', 'ALL']);

/** Sends a probe of a route, by somebody with this cookie. */
export const send = ({ app }: Pick<ShopApp, 'app'>, route: string, { path, body, form }: Call, cookie: string) => {
  const [method = 'GET'] = route.split(' ');
  if (NO_BODY.has(method)) return app.request(SHOP + path, { headers: { cookie } });
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const content = form === undefined ? JSON.stringify(body ?? {}) : new URLSearchParams(form).toString();
  return app.request(SHOP + path, { method, headers: { cookie, 'content-type': type }, body: content });
};
