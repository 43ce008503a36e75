import { devMailbox } from '#adapters/dev-mailbox/dev-mailbox.ts';
import { mailsIn } from '#adapters/dev-mailbox/mails.ts';
import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryDocuments } from '#adapters/memory/documents.ts';
import { memoryJobs } from '#adapters/memory/jobs.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import { memoryPasswords } from '#adapters/memory/passwords.ts';
import { memorySecrets } from '#adapters/memory/secrets.ts';
import { memoryStore } from '#adapters/memory/store.ts';
import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { bounce, dispute, pay, refund, win } from '#adapters/simulated-checkout/checkout.ts';
import type { MoneyMove } from '#adapters/simulated-checkout/checkout.ts';
import { checkoutsIn } from '#adapters/simulated-checkout/checkouts.ts';
import { signed } from '#adapters/simulated-checkout/signature.ts';
import { simulatedCheckout } from '#adapters/simulated-checkout/simulated-checkout.ts';
import { subscriptionsIn } from '#adapters/simulated-checkout/subscriptions.ts';
import type { BuyLeadRequest, BuyOutcome } from '#application/buy-lead.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { OpenedCheckout } from '#application/ports/payment-provider.ts';
import type { RawNotification } from '#application/ports/provider-notification.ts';
import { successUrlOf } from '#application/success-url.ts';
import { useCasesOn } from '#config/use-cases.ts';
import type { Outside } from '#config/outside.ts';
import type { Coupon } from '#domain/coupon.ts';
import { DAY, MINUTE } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import { isUnfinished } from '#domain/purchase-check.ts';
import { RENEWAL_GRACE } from '#domain/subscription.ts';
import { TERMS } from '#domain/terms.ts';
import { chargingProvider, takingAtOnce } from '#tests/support/charging-provider.ts';

export const SHOP_URL = 'https://shop.example';

/** A Wednesday in the middle of a week. */
export const NOW = Date.parse('2026-11-25T12:00:00Z');

const SECRET = 'the secret of these tests';

/** A lead of $25.00 in Austin, on offer since Monday. */
export const aLeadOnOffer = (changes: Partial<Lead> = {}): Lead => ({
  id: 'lead-1',
  place: { city: 'Austin', state: 'TX' },
  contact: {
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann.lee@example.com',
    phone: '(512) 555-0142',
    address1: '12 Oak Street',
  },
  description: 'Three bedrooms, near a school.',
  price: 2_500,
  standing: { state: 'listed', listedAt: NOW - DAY },
  ...changes,
});

type Stock = {
  readonly leads?: readonly Lead[];
  readonly coupons?: readonly Coupon[];
  /** The provider charges at once, instead of holding the money first. */
  readonly charges?: boolean;
  /** Puts something between the use-cases and what is outside. */
  readonly around?: (outside: Outside) => Outside;
  /** Another store than that of the memory. `addJob` gets the jobs of a transaction after its commit. */
  readonly storeWith?: (wiring: {
    readonly addJob: (job: Job) => void;
  }) => Omit<ReturnType<typeof memoryStore>, 'leadChanges'>;
};

/** How one checkout's money has moved, as the provider's own books tell it. */
export type Money = Exclude<MoneyMove['what'], 'authorised'> | 'held' | 'never authorised';

const moneyOf = (move: MoneyMove['what'] | undefined): Money => {
  if (move === undefined) return 'never authorised';
  return move === 'authorised' ? 'held' : move;
};

/** A whole shop on fakes. Nothing happens by itself: time is stepped, jobs are drained, notifications are sent by hand. */
export const openShop = async ({
  leads = [aLeadOnOffer()],
  coupons = [],
  charges = false,
  around = (same) => same,
  storeWith = memoryStore,
}: Stock = {}) => {
  const clock = memoryClock(NOW);
  const log = memoryLog();
  const queue = memoryJobs({ clock, log });
  const store = storeWith({ addJob: queue.add });
  const documents = charges ? takingAtOnce(memoryDocuments(), clock) : memoryDocuments();
  const secrets = memorySecrets();
  const purchaseIds: string[] = [];
  const id = (): string => {
    const made = secrets.id();
    purchaseIds.push(made);
    return made;
  };
  const checkout = simulatedCheckout({
    documents,
    clock,
    secrets: memorySecrets(),
    signingSecret: SECRET,
    publicUrl: SHOP_URL,
    notifications: 'never',
    notify: async () => {},
  });
  const mailbox = devMailbox({ documents, clock, from: 'Homelead <leads@shop.example>' });
  const outside: Outside = around({
    ...store,
    payments: charges ? chargingProvider(checkout.payments) : checkout.payments,
    clock,
    stopwatch: clock,
    pause: async (milliseconds) => clock.step(milliseconds),
    log,
    mailer: mailbox.mailer,
    secrets: { ...secrets, id },
    shelfCycles: 1,
    eraseAfter: 30 * DAY,
    messagesKept: 180 * DAY,
    termsRequired: false,
    shopUrl: SHOP_URL,
    limiter: memoryLimiter(DEFAULT_LIMITS),
    renewalGrace: RENEWAL_GRACE,
    passwords: memoryPasswords(),
    concealAccounts: false,
    contactTo: 'contact@shop.example',
  });
  const useCases = useCasesOn(outside);
  await queue.jobs.work(useCases.doJob);
  await store.atomically(async (repositories) => {
    await repositories.leads.add(leads);
    for (const coupon of coupons) await repositories.coupons.add(coupon);
  });

  const purchase = (purchaseId: string): Promise<Purchase | undefined> =>
    store.atomically(({ purchases }) => purchases.find(purchaseId));

  const hosted = checkoutsIn({ documents, clock, onEnded: () => {} });
  /** The provider's own books of subscriptions. */
  const monthly = subscriptionsIn({ checkouts: hosted, clock, onChanged: () => {} });

  const moneyByRef = async (): Promise<ReadonlyMap<string, Money>> =>
    new Map((await hosted.list()).map(({ id: ref, history }) => [ref, moneyOf(history.at(-1)?.what)]));

  const isAllDone = async (): Promise<boolean> => {
    const found = await Promise.all(purchaseIds.map(purchase));
    return queue.waiting().length === 0 && !found.some((one) => one !== undefined && isUnfinished(one));
  };

  /** Everything unfinished comes to its end: due jobs and sweeps, two minutes apart, for twelve minutes at most. */
  const settleEverything = async ({ rounds = 6, beforeEach = () => {} } = {}): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      beforeEach();
      queue.add({ name: 'sweep-purchases' });
      await queue.drain();
      clock.step(2 * MINUTE);
      if (await isAllDone()) return;
    }
  };

  /** What the provider tells, signed. Only `checkout` or `subscription` of it is believed. */
  const news = (about: Readonly<Record<string, string>>, event: string): RawNotification => {
    const json = JSON.stringify({ id: event, ...about });
    return signed(SECRET, new TextEncoder().encode(json), clock());
  };

  return {
    clock,
    log,
    queue,
    outside,
    useCases,
    purchaseIds,
    purchase,
    settleEverything,
    monthly,
    news,
    leadIds: leads.map((lead) => lead.id),
    couponCodes: coupons.map(({ code }) => code),
    notification: (ref: string, event = `evt-${ref}`) => news({ type: 'checkout.paid', checkout: ref }, event),
    buy: (changes: Partial<BuyLeadRequest> = {}): Promise<BuyOutcome> =>
      useCases.buyLead({
        leadId: 'lead-1',
        amount: 2_500,
        codeTyped: '',
        termsVersion: TERMS.version,
        buyer: undefined,
        email: undefined,
        visitorHash: 'visitor of dana',
        clientAddress: '192.0.2.7',
        userAgent: 'a browser',
        successUrl: successUrlOf(SHOP_URL, changes.leadId ?? 'lead-1'),
        cancelUrl: `${SHOP_URL}/?cancelled=1`,
        ...changes,
      }),
    /** What a person does on the hosted page; answers whether the page took the payment. */
    pay: async ({ ref }: OpenedCheckout, email: string): Promise<boolean> => {
      let wasOpen = false;
      await hosted.change(ref, (page) => {
        wasOpen = page.state === 'open';
        return pay(page, email, clock());
      });
      return wasOpen;
    },
    /** What happens in the provider's own dashboard, and at the buyer's bank. */
    atProvider: {
      refund: async (ref: string) => void (await hosted.change(ref, (checkout) => refund(checkout, clock()))),
      dispute: async (ref: string) => void (await hosted.change(ref, (checkout) => dispute(checkout, clock()))),
      bounce: async (ref: string) => void (await hosted.change(ref, (checkout) => bounce(checkout, clock()))),
      win: async (ref: string) => void (await hosted.change(ref, (checkout) => win(checkout, clock()))),
    },
    money: async (ref: string): Promise<Money> => (await moneyByRef()).get(ref) ?? 'never authorised',
    moneyByRef,
    /** Newest first. */
    mails: mailsIn(documents).list,
    lead: (leadId = 'lead-1') => store.atomically((repositories) => repositories.leads.find(leadId)),
    coupon: (code: string) => store.atomically((repositories) => repositories.coupons.find(code)),
  };
};

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Where the buyer goes on to: the hosted page of a purchase that must have opened, or the success page of one that was free. */
export const opened = (outcome: BuyOutcome): OpenedCheckout => {
  if (outcome.is !== 'opened' && outcome.is !== 'taken') throw new Error(`not opened: ${JSON.stringify(outcome)}`);
  return outcome.checkout;
};
