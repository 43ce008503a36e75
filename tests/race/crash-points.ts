import type { Atomically, Repositories } from '#application/ports/atomically.ts';
import type { Outside } from '#config/outside.ts';
import type { Lead } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';

const OF_SALES = [
  'payments.openPurchase',
  'payments.readPurchase',
  'payments.closeCheckout',
  'payments.collect',
  'payments.release',
  'mailer.send',
  // Commits are named after what they write last.
  'commit.begun',
  'commit.opened',
  'commit.notified',
  'commit.won',
  'commit.settled',
  'commit.leaving',
  'commit.delivered',
  'commit.lost',
  'commit.returned',
  'commit.closed',
  'commit.postponed',
  'commit.abandoned',
  'commit.nothing',
] as const;

/** Of a week's leads, some hundreds at a time. */
const OF_WEEKS = ['commit.vaulted', 'commit.expired', 'commit.erased'] as const;

const OF_REFUNDS = ['commit.refunding', 'commit.refunded'] as const;

const PLACES = [...OF_SALES, ...OF_WEEKS, ...OF_REFUNDS];

type Place = (typeof PLACES)[number];

/** Where a process ends: at the `pass`-th time, just before or just after the call. Before a commit all its work has been done. */
export type CrashPoint = { readonly place: Place; readonly side: 'before' | 'after'; readonly pass: number };

/** Every point that sales come to, at one pass. */
export const everyPoint = (pass: number): readonly CrashPoint[] =>
  OF_SALES.flatMap((place) => [
    { place, side: 'before', pass },
    { place, side: 'after', pass },
  ]);

/** `payments.collect:after:2` */
export const textOf = ({ place, side, pass }: CrashPoint): string => `${place}:${side}:${pass}`;

export const pointOf = (text: string): CrashPoint => {
  const [place, side, pass] = text.split(':');
  const known = PLACES.find((one) => one === place);
  if (known === undefined || (side !== 'before' && side !== 'after')) throw new Error(`no such point: ${text}`);
  return { place: known, side, pass: Number(pass ?? 1) };
};

const placeOf = ({ progress, check, checkout }: Purchase): Place => {
  const isPostponed = check.count > 0;
  switch (progress.state) {
    case 'open':
      return isPostponed ? 'commit.postponed' : checkout === undefined ? 'commit.begun' : 'commit.opened';
    case 'won':
      return isPostponed ? 'commit.postponed' : 'commit.won';
    case 'lost':
      if (progress.money.is === 'untouched') return 'commit.closed';
      return progress.money.is !== 'held' ? 'commit.returned' : isPostponed ? 'commit.postponed' : 'commit.lost';
    case 'settled':
      if (progress.delivery.state !== 'queued') return 'commit.delivered';
      return progress.contactLeftAt === undefined ? 'commit.settled' : 'commit.leaving';
    case 'refunding':
      return 'commit.refunding';
    case 'refunded':
      return 'commit.refunded';
    case 'abandoned':
    case 'lapsed':
      return 'commit.abandoned';
  }
};

const weeklyPlaceOf = ({ standing, contact }: Lead): Place | undefined => {
  if (standing.state === 'vaulted') return 'commit.vaulted';
  if (standing.state !== 'expired') return undefined;
  return contact.firstName === '' ? 'commit.erased' : 'commit.expired';
};

/** The repositories of a transaction, with an eye on what it writes. */
const watched = (repositories: Repositories, write: (place: Place) => void): Repositories => ({
  ...repositories,
  leads: {
    ...repositories.leads,
    save: async (lead) => {
      const place = weeklyPlaceOf(lead);
      if (place !== undefined) write(place);
      await repositories.leads.save(lead);
    },
  },
  purchases: {
    ...repositories.purchases,
    add: async (purchase) => {
      write(placeOf(purchase));
      await repositories.purchases.add(purchase);
    },
    save: async (purchase) => {
      write(placeOf(purchase));
      await repositories.purchases.save(purchase);
    },
  },
  notifications: {
    ...repositories.notifications,
    remember: async (notification) => {
      write('commit.notified');
      return repositories.notifications.remember(notification);
    },
  },
});

/** Puts a point before and after every call of the use-cases to the outside; `pass` is told of each as it is passed. */
export const withPoints = (outside: Outside, pass: (place: Place, side: 'before' | 'after') => void): Outside => {
  const passing =
    <Input extends readonly unknown[], Output>(place: Place, run: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      pass(place, 'before');
      const output = await run(...input);
      pass(place, 'after');
      return output;
    };
  const { payments, mailer } = outside;
  const atomically: Atomically = async (work) => {
    let place: Place = 'commit.nothing';
    const result = await outside.atomically(async (repositories) => {
      place = 'commit.nothing';
      const done = await work(watched(repositories, (written) => (place = written)));
      pass(place, 'before');
      return done;
    });
    pass(place, 'after');
    return result;
  };
  return {
    ...outside,
    atomically,
    payments: {
      ...payments,
      openPurchase: passing('payments.openPurchase', payments.openPurchase),
      readPurchase: passing('payments.readPurchase', payments.readPurchase),
      closeCheckout: passing('payments.closeCheckout', payments.closeCheckout),
      collect: passing('payments.collect', payments.collect),
      release: passing('payments.release', payments.release),
    },
    mailer: { send: passing('mailer.send', mailer.send) },
  };
};
