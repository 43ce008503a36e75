import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { stripeDouble, SECRET_KEY, WEBHOOK_SECRET } from '#tests/adapters/stripe/double.ts';
import { serveDouble } from '#tests/adapters/stripe/served.ts';
import { startProcess } from '#tests/race/process.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { answer, openPostOffice, opened } from '#tests/support/post-office.ts';
import type { Canary, Piece } from './canaries.ts';
import { NO_LIMITS } from './everyday.ts';
import type { Wish } from './guest.ts';
import type { Habit } from './sabotage/habits.ts';

const METRICS_TOKEN = 'canary-metrics-token';
const SMTP_PASSWORD = 'canary-smtp-password';
export const CONTACT_TO = 'office@homelead.example';

/** Secrets of whoever runs the shop: they belong nowhere. */
const KEYS: readonly Canary[] = [
  { what: "the provider's key", text: SECRET_KEY },
  { what: 'what notifications are signed with', text: WEBHOOK_SECRET },
  { what: "the metrics' token", text: METRICS_TOKEN },
  { what: "the mail server's password", text: SMTP_PASSWORD },
];

type Asked = { readonly status: number; readonly text: string; readonly cookie: string | undefined };

/** The product in a process of its own that logs all it can, with a provider, a mail server and a PostgreSQL with passwords. */
export const canaryShop = async (sabotage?: Habit) => {
  const database = await freshDatabase();
  const role = `canary_${randomUUID().slice(0, 8)}`;
  const password = `canary-database-password-${role}`;
  await onServer(database.url, `create role ${role} login superuser password '${password}'`);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const double = stripeDouble(Date.now);
  const stripe = await serveDouble(() => double);
  double.account.pages.origin = stripe.url;
  let refusals = 1;
  const postOffice = await openPostOffice({
    onAuth: (_, __, done) => done(null, { user: 'shop' }),
    // The first message has to come again.
    fate: ({ to }) => (to.includes(CONTACT_TO) && (refusals -= 1) >= 0 ? answer(451, 'come back later') : 'take'),
  });

  const shop = await startProcess(
    {
      DATABASE_URL: Object.assign(new URL(database.url), { username: role, password }).href,
      SAMPLE_DATA: 'no',
      PAYMENTS: 'stripe',
      STRIPE_API_URL: stripe.url,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_nobody_minds',
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      METRICS_TOKEN,
      CONTACT_TO,
      MAIL: 'smtp',
      SMTP_URL: `smtp://shop:${SMTP_PASSWORD}@127.0.0.1:${postOffice.port}`,
      MAIL_FROM: 'Homelead <leads@homelead.example>',
      LOG_LEVEL: 'debug',
      SHELF_CYCLES: '52',
      ...NO_LIMITS,
      ...(sabotage && { SABOTAGE: sabotage }),
    },
    'tests/race/product.ts',
  );
  const answers: Piece[] = [];
  const canaries: Canary[] = [...KEYS, { what: "the database's password", text: password }];
  let told = 0;

  /** Asks as somebody; what comes back is kept under their name, but for a cookie, which is theirs. */
  const ask = async (who: string, wish: Wish & { readonly raw?: string; readonly put?: object }): Promise<Asked> => {
    const { path, method = 'GET', json, form, cookie, raw, put } = wish;
    const sent = json ?? put;
    const body = raw ?? (sent !== undefined ? JSON.stringify(sent) : form && String(new URLSearchParams(form)));
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const verb = put === undefined ? method : 'PUT';
    const response = await fetch(shop.address + path, {
      method: verb,
      redirect: 'manual',
      headers: { ...(body !== undefined && { 'content-type': type }), ...(cookie !== undefined && { cookie }) },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie').map((one) => one.join(': '));
    answers.push({ from: 'answer', where: who, name: `${verb} ${path}`, text: `${headers.join('\n')}\n${text}` });
    return { status: response.status, text, cookie: response.headers.getSetCookie()[0]?.split(';')[0] };
  };

  const letters = () =>
    Promise.all(
      postOffice.letters.map(async (letter) => {
        const { subject = '', text = '', html = '' } = await opened(letter);
        return { to: letter.to.join(), subject, text, raw: `${letter.raw}\n${subject}\n${text}\n${html}` };
      }),
    );

  return {
    ask,
    canaries,
    letters,
    double,
    pool,
    databaseUrl: database.url,
    role,
    /** Brings the shop what has happened at the provider. */
    notify: async (): Promise<void> => {
      for (const event of double.account.events.slice(told)) {
        const { body, headers } = double.sign(new TextEncoder().encode(event));
        told += 1;
        const init = { method: 'POST', headers: headers as Record<string, string>, body: Buffer.from(body) };
        await fetch(`${shop.address}/api/stripe/webhook`, init);
      }
    },
    /** All that the shop has given away so far. */
    pieces: async (): Promise<readonly Piece[]> => {
      const { rows: tables } = await pool.query<{ name: string }>(
        `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
         where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
      );
      const stored: Piece[] = [];
      for (const { name } of tables) {
        const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} as t`);
        const where = name.replace('public.', '');
        stored.push(
          ...rows.map(({ row }, index): Piece => ({ from: 'table', where, name: `row ${index}`, text: row })),
        );
      }
      const mails = (await letters()).map(({ to, subject, raw }): Piece => ({
        from: 'mail',
        where: to,
        name: subject,
        text: raw,
      }));
      const lines = shop.printed().split('\n');
      const printed = lines.map((text, index): Piece => ({ from: 'output', where: 'line', name: `${index}`, text }));
      return [...printed, ...answers, ...stored, ...mails];
    },
    close: async (): Promise<void> => {
      shop.signal('SIGTERM');
      await shop.ended;
      await pool.end();
      await stripe.close();
      await postOffice.close();
      await database.drop();
      await onServer(database.url.replace(/\/[^/]+$/, '/postgres'), `drop role ${role}`);
    },
  };
};

export type CanaryShop = Awaited<ReturnType<typeof canaryShop>>;
