import type { Product } from './product.ts';
import type { Settings } from './environment.ts';
import { SAMPLE_SUBSCRIBER, SAMPLE_USER } from './sample-data.ts';

const toTry = (address: string, { mail, payments }: Settings): readonly string[] => [
  payments.kind === 'simulated'
    ? '  Try this: claim a lead, apply the coupon WELCOME10, pay on the simulated checkout (no money moves),'
    : '  Try this: claim a lead, apply the coupon WELCOME10, pay,',
  `  then read the lead's contact ${mail.kind === 'dev-mailbox' ? `at ${address}/dev/mailbox` : 'in your mail'}`,
  '  Other coupons: TENOFF, FREE, LIMIT1 (one use), EXPIRED',
  // With another provider nobody pays for the sample subscription.
  `  Sign in as ${SAMPLE_SUBSCRIBER.email}${payments.kind === 'simulated' ? ', a subscriber,' : ''} or as ${SAMPLE_USER.email}; both have the password ${SAMPLE_USER.password}`,
  ...(payments.kind === 'simulated'
    ? [
        `  A subscription can be renewed, fail and end at ${address}/dev/subscriptions, a payment be sent back at ${address}/dev/payments`,
      ]
    : []),
];

/** The message at the terminal once the product runs. */
export const welcome = (port: number, settings: Settings, { hasSamples }: Pick<Product, 'hasSamples'>): string => {
  const { database, sampleData, mail, role, publicUrl } = settings;
  if (role === 'worker') return `\n  Homelead runs jobs here; http://localhost:${port}/readyz tells how it is.\n\n`;
  const address = publicUrl ?? `http://localhost:${port}`;
  return [
    '',
    `  Homelead is at ${address}`,
    '',
    ...(hasSamples
      ? toTry(address, settings)
      : mail.kind === 'dev-mailbox'
        ? [`  Mails are shown at ${address}/dev/mailbox`]
        : []),
    ...(sampleData && !hasSamples ? ['  No sample data were added: there is something in the shop already.'] : []),
    ...(role === 'web' ? ['  Jobs are left to other processes.'] : []),
    ...(database.kind === 'embedded' ? [`  Data is kept in ${database.folder}/ and survives a restart.`] : []),
    '',
    '',
  ].join('\n');
};
