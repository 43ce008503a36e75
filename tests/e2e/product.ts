import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { UnsoldAnswer, UnsoldLeadBody } from '#adapters/http/contract/contract.ts';
import type { PaymentAnswer } from '#adapters/http/contract/purchase-contract.ts';
import { BARE_ENVIRONMENT } from '#tests/support/bare-environment.ts';
import { QUICKLY_COMPILED } from '#tests/support/quickly-compiled.ts';
import { START_FLAGS } from '#tests/support/start-command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type Environment = Readonly<Record<string, string>>;

/** Runs a file as `npm start` runs `config/main.ts`, on a free port, in a bare environment. */
const launch = (environment: Environment, file = 'config/main.ts') => {
  const child = spawn(process.execPath, [...START_FLAGS, QUICKLY_COMPILED, file], {
    cwd: ROOT,
    env: { ...BARE_ENVIRONMENT, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const orphan = (): void => void child.kill('SIGKILL');
  process.once('exit', orphan);
  let printed = '';
  let onPrinted = (): void => {};
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      onPrinted();
    });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      process.off('exit', orphan);
      resolve(code);
    });
  });
  const address = new Promise<string | undefined>((resolve) => {
    onPrinted = () => {
      const found = /Homelead (?:is at|runs jobs here;) (http:\/\/[^\s/]+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    };
    void ended.then(() => resolve(undefined));
  });
  return { child, ended, address, printed: () => printed };
};

/** A start that is expected to fail: its exit code and everything it printed. */
export const failedStart = async (environment: Environment, file?: string) => {
  const { child, ended, address, printed } = launch(environment, file);
  if ((await address) !== undefined) {
    child.kill('SIGKILL');
    throw new Error('the product started all the same');
  }
  return { code: await ended, printed: printed() };
};

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sentAt: string;
};
export type Checkout = {
  readonly id: string;
  readonly amount: number;
  readonly state: 'open' | 'closed' | 'free' | 'authorised' | 'collected' | 'released';
  readonly email: string | null;
};

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** The whole product in a process of its own, with the embedded defaults and a data folder of its own unless one is named. */
export const startProduct = async (environment: Environment = {}) => {
  const folder = environment['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'homelead-e2e-')));
  const { child, ended, address: listening, printed } = launch({ ...environment, DATA_DIR: folder });
  const address = await listening;
  if (address === undefined) throw new Error(`the product did not start:\n${printed()}`);

  const json = async <Answer>(path: string, init?: RequestInit): Promise<Answer> =>
    (await fetch(address + path, init)).json() as Promise<Answer>;

  const leads = async (search: string): Promise<readonly UnsoldLeadBody[]> =>
    (await json<UnsoldAnswer>(`/api/good-lead/unsold?${new URLSearchParams({ search, size: '100' })}`)).data;

  /** Newest first, both. */
  const mails = (): Promise<readonly Mail[]> => json('/dev/mailbox.json');
  const checkouts = (): Promise<readonly Checkout[]> => json('/dev/checkout.json');

  const end = (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };

  const answerCheckout = (url: string, outcome: 'pay' | 'cancel', email: string): Promise<Response> =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome, email }) });

  const finish = async (): Promise<void> => {
    const code = await end('SIGTERM');
    const complaints = printed().match(/^\{.*$/gm) ?? [];
    if (code !== 0 || complaints.length > 0) throw new Error(`the product ended with ${code}:\n${printed()}`);
  };

  return {
    address,
    folder,
    leads,
    /** The first lead for sale that a search finds. */
    lead: async (search: string): Promise<UnsoldLeadBody> => {
      const [found] = await leads(search);
      if (found === undefined) throw new Error(`no lead is left for ${search}`);
      return found;
    },
    mails,
    mailsTo: async (email: string) => (await mails()).filter(({ to }) => to === email),
    checkouts,
    checkoutOf: async (email: string) => (await checkouts()).find((checkout) => checkout.email === email),
    /** Pays for a lead without a browser; answers the link of the success page, which nobody has opened yet. */
    pay: async (lead: UnsoldLeadBody, email: string): Promise<string> => {
      const { url } = await json<{ readonly url: string }>('/api/stripe/create-checkout-session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leadId: lead.id, amount: lead.price }),
      });
      return (await answerCheckout(url, 'pay', email)).headers.get('location') ?? '';
    },
    /** What the success page asks, with the session and the lead of its link. */
    verify: (successLink: string): Promise<PaymentAnswer> =>
      json(`/api/stripe/checkout-session${new URL(successLink).search}`),
    printed,
    /** Asks it to end, as a terminal does; answers its exit code. */
    stop: () => end('SIGTERM'),
    /** Ends it like a power cut. */
    kill: () => end('SIGKILL'),
    /** Stops it, and fails when it did not end well or had anything to complain of. */
    finish,
    /** For the end of a file: the same, and its data are forgotten. */
    discard: async (): Promise<void> => {
      try {
        await finish();
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
};
