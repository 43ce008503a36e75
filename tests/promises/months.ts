import { HOUR, MINUTE, SECOND } from '#domain/instant.ts';
import { openShop } from '#tests/application/shop.ts';
import type { Shop } from '#tests/application/shop.ts';
import { somebodyIn } from '#tests/application/subscriber.ts';
import { SCENARIOS } from './month-scenarios.ts';
import type { Fact, Scenario } from './month-scenarios.ts';
import { processesOf } from './restarts.ts';
import type { Around } from './restarts.ts';
import type { Scene, StoreWith, Story } from './story.ts';

const WORDS = ['created', 'updated', 'invoice paid', 'payment failed', 'cancelled'] as const;

type Dana = Awaited<ReturnType<typeof somebodyIn>>;

const standOf = async (shop: Shop, dana: Dana, { mayBeWritten = [] }: Scenario): Promise<string> => {
  const [stored, provided, membership] = [await dana.stored(), await dana.provided(), await dana.membership()];
  const paid = provided.flatMap(({ payments }) => payments).filter(({ refundedAt }) => refundedAt === null).length;
  const subjects = (await shop.mails()).map(({ subject }) => subject).filter((one) => !mayBeWritten.includes(one));
  const member =
    membership?.is !== 'member'
      ? 'none'
      : `${membership.isOverdue ? 'overdue ' : ''}member${!membership.isOverdue && membership.renewsAt === undefined ? ' to the end' : ''}`;
  const states = [...stored.map(({ progress }) => progress.state), ...provided.map(({ state }) => state)];
  return [
    // One that was given up is no subscription of the account any more.
    states.join(' ') || 'nothing',
    ...(paid > 0 ? [`${paid} paid`] : []),
    member,
    ...subjects,
  ].join(', ');
};

const faultsIn = async (shop: Shop, dana: Dana): Promise<readonly string[]> => {
  const provided = await dana.provided();
  const asProvided = (await dana.stored()).every(({ progress }) => {
    if (progress.state !== 'live') return true;
    const { ref, paidThrough, endsAt = null } = progress;
    return provided.some((one) => one.id === ref && one.paidThrough === paidThrough && one.endsAt === endsAt);
  });
  const subjects = (await shop.mails()).map(({ subject }) => subject);
  return [
    ...(asProvided ? [] : ['what is stored is not what the provider has']),
    ...(new Set(subjects).size < subjects.length ? [`twice the same letter: ${subjects.join(', ')}`] : []),
  ];
};

/** Dana's subscription, whose hosted page has been opened. */
const openMonth = async (
  scenario: Scenario,
  storeWith: StoreWith | undefined,
  around: Around | undefined,
): Promise<Story> => {
  const shop = await openShop({ leads: [], ...(storeWith && { storeWith }) });
  const process = await processesOf(shop, around);
  const dana = await somebodyIn(shop);
  const checkout = await dana.open();
  const confirm = () =>
    process.useCases().confirmSubscription({ sessionToken: dana.session(), checkoutRef: checkout.ref });
  const sweep = () => process.useCases().doJob({ name: 'sweep-subscriptions' });

  const facts: Readonly<Record<Fact, () => Promise<unknown>>> = {
    pays: () => dana.pay(checkout),
    // The provider is asked again about the same checkout after a second at the earliest.
    'is settled': async () => {
      shop.clock.step(SECOND);
      await confirm();
    },
    'renewal paid': () => dana.happens('renewal paid'),
    'renewal failed': () => dana.happens('renewal failed'),
    unsubscribes: dana.unsubscribe,
    ended: () => dana.happens('ended'),
  };
  const events = new Set<string>();
  const tell = async (word: (typeof WORDS)[number]): Promise<void> => {
    // Before it is paid, the checkout is all that there is to tell of.
    const subscription = (await dana.provided())[0]?.id;
    const about: Readonly<Record<string, string>> =
      subscription === undefined || word === 'created'
        ? { type: 'checkout.paid', checkout: checkout.ref }
        : { type: 'subscription.changed', subscription };
    const id = `evt-${word}`;
    events.add(id);
    await process.useCases().receiveNotification(shop.news({ ...about, word }, id));
  };

  return {
    truth: scenario.truth.map((name) => ({ name, run: facts[name] })),
    others: [
      ...WORDS.map((word) => ({ name: `told: ${word}`, run: () => tell(word) })),
      { name: 'the return', run: confirm },
      { name: 'jobs', run: shop.queue.drain },
      { name: 'restart', run: process.restart },
      { name: 'a minute', run: async () => shop.clock.step(MINUTE) },
      { name: 'sweep', run: sweep },
    ],
    reconcile: async () => {
      await shop.queue.drain();
      shop.clock.step(HOUR);
      await process.useCases().reconcile({ who: 'kim' });
      await shop.queue.drain();
    },
    sweep: async () => {
      shop.clock.step(HOUR);
      await sweep();
      await shop.queue.drain();
    },
    stand: () => standOf(shop, dana, scenario),
    faults: async () => [
      ...(await faultsIn(shop, dana)),
      ...(process.hints() === events.size
        ? []
        : [`${events.size} notifications were acted on ${process.hints()} times`]),
    ],
  };
};

/** Each scenario, by what the subscription does. */
export const monthScenes = (storeWith?: StoreWith): readonly (Scene & { readonly name: string })[] =>
  Object.entries(SCENARIOS).map(([name, scenario]) => ({
    name: `a subscription that ${name}`,
    end: scenario.end,
    open: (around) => openMonth(scenario, storeWith, around),
  }));
