import { DAY, MINUTE, SECOND } from '#domain/instant.ts';
import { faultsIn } from '#tests/application/audit.ts';
import { begin } from '#tests/application/buyer.ts';
import { aLeadOnOffer, openShop } from '#tests/application/shop.ts';
import type { Shop } from '#tests/application/shop.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { SCENARIOS } from './order-scenarios.ts';
import type { Fact, Scenario } from './order-scenarios.ts';
import { processesOf } from './restarts.ts';
import type { Around } from './restarts.ts';
import type { Scene, StoreWith, Story } from './story.ts';

/** What is told of an order: the word need not be true any more, or not yet. */
const WORDS = [
  ['authorised', 'checkout.paid'],
  ['captured', 'checkout.paid'],
  ['failed', 'checkout.closed'],
  ['expired', 'checkout.closed'],
  ['refunded', 'checkout.refunded'],
] as const;

const LEAD = aLeadOnOffer({ id: '01900000-0000-7000-8000-0000000000aa' });
const COUPONS = [
  someCoupon({ code: 'LIMIT1', maxUses: 1 }),
  someCoupon({ code: 'FREE1', maxUses: 1, discount: { kind: 'percent', basisPoints: 10_000 } }),
];
const DANA = 'dana@example.com';

const standOf = async (
  shop: Shop,
  { id, ref, code }: Readonly<Record<'id' | 'ref' | 'code', string>>,
): Promise<string> => {
  const progress = (await shop.purchase(id))?.progress;
  const states = [
    progress?.state,
    ...(progress !== undefined && 'delivery' in progress ? [progress.delivery.state] : []),
    ...(progress?.state === 'lost' ? [progress.money.is] : []),
  ];
  const subjects = (await shop.mails()).flatMap(({ to, subject }) =>
    to === DANA ? [(subject.split(/[,(]/)[0] ?? '').trim()] : [],
  );
  return [
    states.join(' '),
    await shop.money(ref),
    `lead ${(await shop.lead(LEAD.id))?.standing.state}`,
    `${(await shop.coupon(code))?.uses} uses`,
    ...(subjects.length > 0 ? [subjects.toSorted().join(' + ')] : []),
  ].join(', ');
};

/** Dana's order, which has been opened; and that of a rival, who is faster in one scenario. */
const openOrder = async (
  { code = 'LIMIT1', truth, isOdd = false }: Scenario,
  storeWith: StoreWith | undefined,
  around: Around | undefined,
): Promise<Story> => {
  const shop = await openShop({ leads: [LEAD], coupons: COUPONS, ...(storeWith && { storeWith }) });
  const process = await processesOf(shop, around);
  const rival = await begin(shop, { leadId: LEAD.id, visitorHash: 'visitor of eve' });
  const dana = await begin(shop, { leadId: LEAD.id, codeTyped: code });
  const { ref } = dana.checkout;
  const settle = (purchaseId: string) => process.useCases().doJob({ name: 'settle-purchase', purchaseId });

  const facts: Readonly<Record<Fact, () => Promise<unknown>>> = {
    pays: () => dana.pay(DANA),
    'both pay': async () => {
      await dana.pay(DANA);
      await rival.pay('eve@example.com');
      await settle(rival.id);
    },
    'is settled': async () => {
      await settle(dana.id);
      await shop.queue.drain();
    },
    'is refunded': () => shop.atProvider.refund(ref),
    'is disputed': () => shop.atProvider.dispute(ref),
    'dispute is won': () => shop.atProvider.win(ref),
    'pays, and a week passes': async () => {
      await dana.pay(DANA);
      shop.clock.step(7 * DAY);
    },
  };
  const events = new Set<string>();
  const told = (word: string, type: string) => ({
    name: `told: ${word}`,
    run: () => {
      const id = `evt-${word}`;
      events.add(id);
      return process.useCases().receiveNotification(shop.news({ type, checkout: ref }, id));
    },
  });
  const sweep = () => process.useCases().doJob({ name: 'sweep-purchases' });

  return {
    truth: truth.map((name) => ({ name, run: facts[name], isAlone: name !== 'pays' })),
    others: [
      ...WORDS.map(([word, type]) => told(word, type)),
      {
        name: 'success page',
        run: () => {
          // So that the provider is asked each time.
          shop.clock.step(SECOND);
          return process.useCases().verifyPayment({ checkoutRef: ref, leadId: LEAD.id, visitorHash: undefined });
        },
      },
      { name: 'jobs', run: shop.queue.drain },
      { name: 'restart', run: process.restart },
      { name: 'a minute', run: async () => shop.clock.step(MINUTE) },
      { name: 'sweep', run: sweep },
    ],
    reconcile: async () => {
      await shop.queue.drain();
      shop.clock.step(35 * MINUTE);
      await process.useCases().reconcile({ who: 'kim' });
      await shop.settleEverything();
    },
    sweep: async () => {
      shop.clock.step(truth.length === 0 ? 35 * MINUTE : 2 * MINUTE);
      await sweep();
      await shop.queue.drain();
    },
    stand: () => standOf(shop, { id: dana.id, ref, code }),
    faults: async () => [
      ...(isOdd ? [] : await faultsIn(shop)),
      ...(process.hints() === events.size
        ? []
        : [`${events.size} notifications were acted on ${process.hints()} times`]),
    ],
  };
};

/** Each scenario, by what the order does. */
export const orderScenes = (storeWith?: StoreWith): readonly (Scene & { readonly name: string })[] =>
  Object.entries(SCENARIOS).map(([name, scenario]) => ({
    name: `an order that ${name}`,
    end: scenario.end,
    open: (around) => openOrder(scenario, storeWith, around),
  }));
