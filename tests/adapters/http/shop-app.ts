import { Hono } from 'hono';

import { devMailbox } from '#adapters/dev-mailbox/dev-mailbox.ts';
import { answerCache } from '#adapters/http/answers/answer-cache.ts';
import type { DrawnPages } from '#adapters/http/pages/drawn-pages.ts';
import type { Files } from '#adapters/http/pages/folder-files.ts';
import { loggedInRequest } from '#adapters/http/request-id.ts';
import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryDocuments } from '#adapters/memory/documents.ts';
import { memoryJobs } from '#adapters/memory/jobs.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import { memoryPasswords } from '#adapters/memory/passwords.ts';
import { memorySecrets } from '#adapters/memory/secrets.ts';
import { memoryStore } from '#adapters/memory/store.ts';
import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { simulatedCheckout } from '#adapters/simulated-checkout/simulated-checkout.ts';
import type { BrowserPart } from '#application/ports/payment-profile.ts';
import type { RawNotification } from '#application/ports/provider-notification.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { Limits } from '#application/ports/limiter.ts';
import { webHttp } from '#config/http.ts';
import { putSampleData } from '#config/sample-data.ts';
import { useCasesOn } from '#config/use-cases.ts';
import type { Outside } from '#config/outside.ts';
import { DAY } from '#domain/instant.ts';
import { RENEWAL_GRACE } from '#domain/subscription.ts';
import { described } from './described.ts';

export const SHOP = 'https://shop.example';

/** A Wednesday in the middle of a week. */
const NOW = Date.UTC(2026, 10, 18, 12);

/** The whole product behind its HTTP border, in memory, with the sample data. It answers nothing but what the API document describes. */
export const shopApp = async ({
  broken = false,
  concealAccounts = false,
  limits = DEFAULT_LIMITS,
  freshSeconds,
  keeps = false,
  lag = 0,
  trustedProxies = [],
  around = (outside) => outside,
  browser,
  watched = new Hono(),
  publicUrl = SHOP,
  files = new Map(),
  drawn,
  styles = [],
}: {
  readonly broken?: boolean;
  readonly concealAccounts?: boolean;
  readonly limits?: Limits;
  readonly freshSeconds?: number;
  /** Whether it answers from memory what has not changed. */
  readonly keeps?: boolean;
  /** How many milliseconds late its lists may be read. */
  readonly lag?: number;
  readonly trustedProxies?: readonly string[];
  /** A last look at what the use-cases will talk to. */
  readonly around?: (outside: Outside) => Outside;
  /** Instead of what the simulated checkout needs of the browser: nothing. */
  readonly browser?: BrowserPart;
  readonly watched?: Hono;
  /** `null`: the shop does not know its address, as in development. */
  readonly publicUrl?: string | null;
  /** What pages ask for. */
  readonly files?: Files;
  /** Pages that are drawn on the server; none unless a test is about them. */
  readonly drawn?: DrawnPages;
  readonly styles?: readonly string[];
} = {}) => {
  const clock = memoryClock(NOW);
  const secrets = memorySecrets();
  const lines = memoryLog();
  const log = { ...loggedInRequest(lines), lines: lines.lines };
  const queue = memoryJobs({ clock, log });
  const store = memoryStore({ addJob: queue.add });
  const documents = memoryDocuments();
  const notified: RawNotification[] = [];
  const { payments, pages } = simulatedCheckout({
    documents,
    clock,
    secrets,
    publicUrl: SHOP,
    notifications: 'once',
    signingSecret: 'a secret of the tests',
    notify: async (raw) => void notified.push(raw),
  });
  const mailbox = devMailbox({ documents, clock, from: 'Homelead <leads@example.com>' });
  const passwords = memoryPasswords();
  await putSampleData({ ...store, clock, secrets, passwords });
  const limiter = memoryLimiter(limits);
  const outside = around({
    ...store,
    ...(broken && {
      marketplace: {
        ...store.marketplace,
        unsold: () => Promise.reject(new Error('SELECT leaked@example.com FROM lead')),
      },
    }),
    payments,
    mailer: mailbox.mailer,
    clock,
    stopwatch: clock,
    pause: async (milliseconds) => clock.step(milliseconds),
    secrets,
    log,
    limiter,
    shelfCycles: 1,
    eraseAfter: 30 * DAY,
    messagesKept: 180 * DAY,
    termsRequired: false,
    passwords,
    renewalGrace: RENEWAL_GRACE,
    concealAccounts,
    contactTo: 'contact@homelead.example',
    shopUrl: SHOP,
  });
  const useCases = useCasesOn(outside);
  await queue.jobs.work(useCases.doJob);
  const answered = new Set<string>();
  const { app: http, first } = webHttp({
    useCases,
    limiter,
    secrets,
    clock,
    log,
    publicUrl: publicUrl ?? undefined,
    trustedProxies,
    payments: { ...outside.payments.profile, ...(browser && { browser }) },
    web: {
      files,
      shell: async () => '<!doctype html><head><title>Homelead</title></head>',
      ...(drawn && { pages: drawn }),
      styles,
    },
    freshSeconds,
    cache: keeps
      ? answerCache({ changes: store.leadChanges, clock, lag, changesByTime: useCases.foreseeChange })
      : undefined,
    developmentPages: [pages, mailbox.pages],
    watched,
  });
  const app = described(http, answered);
  const get = (path: string, headers: Record<string, string> = {}) => app.request(`${SHOP}${path}`, { headers });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    app.request(`${SHOP}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const put = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    app.request(`${SHOP}${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request(`${SHOP}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  return { app, first, answered, get, post, put, submit, clock, log, queue, store, notified };
};

export type ShopApp = Awaited<ReturnType<typeof shopApp>>;

/** The first lead of the marketplace. */
export const firstLead = async ({ get }: ShopApp) => {
  const { data } = (await (await get('/api/good-lead/unsold')).json()) as { data: { id: string; price: number }[] };
  const [lead] = data;
  if (lead === undefined) throw new Error('the marketplace is empty');
  return lead;
};
