import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';

import { serveOperator } from '#adapters/cli/serve-operator.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';
import type { Product } from './compose.ts';
import type { Settings } from './environment.ts';
import { SAMPLE_SUBSCRIBER, SAMPLE_USER } from './sample-data.ts';

/** Slow or silent clients do not hold a connection for ever. */
const TIMES = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 } as const;

/** How long a stop may take before the process ends anyway. */
const PATIENCE = 10_000;

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

const welcome = (address: string, { database, sampleData, mail, payments }: Settings): string =>
  [
    '',
    `  Homelead is at ${address}`,
    '',
    ...(sampleData
      ? [
          payments.kind === 'stripe'
            ? '  Try this: claim a lead, apply the coupon WELCOME10, pay at Stripe,'
            : '  Try this: claim a lead, apply the coupon WELCOME10, pay on the simulated checkout (no money moves),',
          `  then read the lead's contact ${mail.kind === 'smtp' ? 'in your mail' : `at ${address}/dev/mailbox`}`,
          '  Other coupons: TENOFF, FREE, LIMIT1 (one use), EXPIRED',
          `  Sign in as ${SAMPLE_SUBSCRIBER.email}, a subscriber, or as ${SAMPLE_USER.email}; both have the password ${SAMPLE_USER.password}`,
          ...(payments.kind === 'stripe'
            ? []
            : [
                `  A subscription can be renewed, fail and end at ${address}/dev/subscriptions, a payment be sent back at ${address}/dev/payments`,
              ]),
        ]
      : mail.kind === 'smtp'
        ? []
        : [`  Mails are shown at ${address}/dev/mailbox`]),
    ...(database.kind === 'embedded' ? [`  Data is kept in ${database.folder}/ and survives a restart.`] : []),
    '',
  ].join('\n');

/** Serves the product until SIGTERM or SIGINT, then lets what runs end. `before` sees each request first (the web's own server in development). */
export const serve = async (
  product: Product,
  settings: Settings,
  before: (app: RequestListener) => RequestListener = (app) => app,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> => {
  const app = getRequestListener(product.app.fetch);
  const server = createServer(
    { ...TIMES, maxHeaderSize: 16_384 },
    before((request, response) => void app(request, response)),
  );
  const port = await listen(server, settings.port, settings.host);
  await product.work();
  // Nobody else can open an embedded database while this process has it, so the operator's commands come here.
  const operator =
    settings.database.kind === 'embedded'
      ? await serveOperator({ folder: settings.database.folder, run: product.operate, secrets: systemSecrets() })
      : undefined;

  const stop = async (): Promise<void> => {
    const closed = Promise.all([new Promise((resolve) => server.close(resolve)), operator?.stop()]);
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, PATIENCE).unref())]);
    clearInterval(idle);
    await product.close();
  };
  const end = (): void => {
    setTimeout(() => process.exit(1), PATIENCE).unref();
    void stop().then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);

  process.stdout.write(`${welcome(settings.publicUrl ?? `http://localhost:${port}`, settings)}\n`);
  return { port, stop };
};
