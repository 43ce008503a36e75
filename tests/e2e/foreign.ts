import { stripeDouble, SECRET_KEY, WEBHOOK_SECRET } from '#tests/adapters/stripe/double.ts';
import { serveDouble } from '#tests/adapters/stripe/served.ts';
import { openPostOffice, opened } from '#tests/support/post-office.ts';
import type { Environment } from './product.ts';

/** A payment provider and a mail server that the product knows by its environment alone, each a server of its own. */
export const foreignServers = async () => {
  const double = stripeDouble(Date.now);
  const [stripe, postOffice] = [await serveDouble(() => double), await openPostOffice()];
  double.account.pages.origin = stripe.url;
  let told = 0;

  const environment: Environment = {
    PAYMENTS: 'stripe',
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,

    MAIL: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${postOffice.port}`,
    MAIL_FROM: 'Homelead <leads@homelead.example>',
    CONTACT_TO: 'contact@homelead.example',
  };

  return {
    environment,
    double,
    pages: `${stripe.url}/c/pay/*`,
    /** Brings a shop what has happened at the provider since; answers the statuses that it got. */
    notify: async (shop: string): Promise<readonly number[]> => {
      const news = double.account.events.slice(told);
      told += news.length;
      const statuses: number[] = [];
      for (const event of news) {
        const { body, headers } = double.sign(new TextEncoder().encode(event));
        const answer = await fetch(`${shop}/api/stripe/webhook`, {
          method: 'POST',
          headers: headers as Record<string, string>,
          body: Buffer.from(body),
        });
        statuses.push(answer.status);
      }
      return statuses;
    },
    mailsTo: (email: string) => Promise.all(postOffice.letters.filter(({ to }) => to.includes(email)).map(opened)),
    close: async (): Promise<void> => {
      await stripe.close();
      await postOffice.close();
    },
  };
};

export type ForeignServers = Awaited<ReturnType<typeof foreignServers>>;
