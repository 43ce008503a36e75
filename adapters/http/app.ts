import { Hono } from 'hono';
import type { Context } from 'hono';

import type { Clock } from '#application/ports/clock.ts';
import type { Limiter } from '#application/ports/limiter.ts';
import type { Log } from '#application/ports/log.ts';
import type { PaymentProfile } from '#application/ports/payment-profile.ts';
import type { Secrets } from '#application/ports/secrets.ts';
import { accountRoutes } from './routes/account-routes.ts';
import type { AccountUseCases } from './routes/account-routes.ts';
import { atOnce } from './at-once.ts';
import { LARGEST_BODY, LARGEST_NOTIFICATION } from './body-limits.ts';
import type { Border } from './border.ts';
import { clientAddress as clientAddressBy } from './client-address.ts';
import { contactRoutes } from './routes/contact-routes.ts';
import type { ContactUseCases } from './routes/contact-routes.ts';
import { answerWithin } from './deadline.ts';
import { documentRoutes } from './routes/document-routes.ts';
import { refuse } from './failures.ts';
import { answerFaults } from './faults.ts';
import { securityHeaders } from './headers.ts';
import type { SecuritySettings } from './content-policy.ts';
import { marketplaceRoutes } from './routes/marketplace-routes.ts';
import type { PageAnswers } from './pages/page-answers.ts';
import { isOnThisMachine, ownNamesAlone } from './own-names.ts';
import { WEBHOOK } from './own-paths.ts';
import { pageRoutes } from './routes/page-routes.ts';
import type { PublicAnswers } from './answers/public-answers.ts';
import { purchaseRoutes } from './routes/purchase-routes.ts';
import type { PurchaseUseCases } from './routes/purchase-routes.ts';
import { paymentRoutes } from './routes/payment-routes.ts';
import type { PaymentUseCases } from './routes/payment-routes.ts';
import { rawPath } from './raw-path.ts';
import { rememberChanges } from './recent-change.ts';
import { logRequests } from './request-log.ts';
import { sameOrigin } from './same-origin.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import type { SessionUseCases } from './routes/session-routes.ts';
import { subscriptionRoutes } from './routes/subscription-routes.ts';
import type { SubscriptionUseCases } from './routes/subscription-routes.ts';
import { refuseUnknown } from './unknown-call.ts';
import { vaultRoutes } from './routes/vault-routes.ts';
import type { VaultUseCases } from './routes/vault-routes.ts';
import { webhookRoutes } from './routes/webhook-routes.ts';
import type { WebhookUseCases } from './routes/webhook-routes.ts';
import { wholeBodies } from './whole-bodies.ts';

export type AppUseCases = PurchaseUseCases &
  PaymentUseCases &
  WebhookUseCases &
  AccountUseCases &
  SessionUseCases &
  SubscriptionUseCases &
  VaultUseCases &
  ContactUseCases;

export type AppNeeds = {
  readonly useCases: AppUseCases;
  readonly answers: PublicAnswers;
  readonly pages: PageAnswers;
  /** How the payment provider's notifications are authenticated. */
  readonly notifications: PaymentProfile['notifications'];
  /** How browsers connect, and what the pages may do in them. */
  readonly security: SecuritySettings;
  readonly limiter: Limiter;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  /** The public URL of the shop, without a slash at its end. Without one, the address that the request names: for development only. */
  readonly publicUrl: string | undefined;
  /** Proxies that are trusted about the client's address: networks such as `10.0.0.0/8`. */
  readonly trustedProxies: readonly string[];
  /** For how many seconds after a change a browser's lists have to be fresh; left out where every list is. */
  readonly freshSeconds?: number | undefined;
  /** Pages of adapters for development. */
  readonly developmentPages: readonly Hono[];
  /** For monitoring of the process: its requests are not logged. */
  readonly watched?: Hono;
};

/** In milliseconds, from the whole request until an answer begins. Each statement has its own limit, but one request makes several. */
const LONGEST_ANSWER = 8_000;

/** Few passwords are hashed at a time: more requests with passwords than these would only wait. */
const MOST_WITH_PASSWORDS = 32;

/** The entry of every request: one line in the log, one set of headers, one answer to faults. */
export const httpApp = ({
  useCases,
  answers,
  pages,
  notifications,
  security,
  limiter,
  secrets,
  clock,
  log,
  publicUrl,
  trustedProxies,
  freshSeconds,
  developmentPages,
  watched = new Hono(),
}: AppNeeds): Hono => {
  const app = new Hono({ getPath: rawPath });
  const { https } = security;
  const clientAddress = clientAddressBy(trustedProxies);
  const shopUrl = (c: Context): string => publicUrl ?? `http://${new URL(c.req.url).host}`;

  app.use(securityHeaders(security));
  app.route('/', watched);
  app.use(logRequests({ log }));
  app.use(
    wholeBodies({
      most: (c) => (c.req.path === WEBHOOK ? LARGEST_NOTIFICATION : LARGEST_BODY),
      onError: (c) => refuse(c, 'BODY_TOO_LARGE'),
    }),
  );
  app.use(answerWithin(LONGEST_ANSWER, (c) => refuse(c, 'STORE_UNAVAILABLE')));

  // The webhook is called by the provider's servers: their authentication replaces the check of the origin, and the bytes stay as they
  // are.
  app.route('/', webhookRoutes({ ...useCases, notifications, limiter, clientAddress }));
  if (freshSeconds !== undefined) app.use(rememberChanges({ seconds: freshSeconds, https }));
  app.use(sameOrigin(shopUrl));

  const border: Border = { limiter, clientAddress, https, shopUrl };
  const hashing = { withPassword: atOnce(MOST_WITH_PASSWORDS) };
  app.route('/', marketplaceRoutes({ answers, ...border }));
  app.route('/', purchaseRoutes({ ...useCases, ...border, secrets }));
  app.route('/', paymentRoutes({ ...useCases, ...border, secrets }));
  app.route('/', accountRoutes({ ...useCases, ...border, ...hashing }));
  app.route('/', sessionRoutes({ ...useCases, ...border, ...hashing }));
  app.route('/', subscriptionRoutes({ ...useCases, ...border }));
  app.route('/', vaultRoutes({ ...useCases, ...border, log }));
  app.route('/', contactRoutes({ ...useCases, ...border }));
  app.route('/', documentRoutes({ https }));

  app.all('/api/*', refuseUnknown(app));
  if (isOnThisMachine(publicUrl)) app.use('/dev/*', ownNamesAlone);
  for (const development of developmentPages) app.route('/', development);
  app.route('/', pageRoutes({ pages, clock, ...border }));

  app.notFound((c) => refuse(c, 'NOT_FOUND'));
  app.onError(answerFaults(log));
  return app;
};
