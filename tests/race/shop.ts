import { setTimeout as wait } from 'node:timers/promises';

import { startChild } from './child.ts';
import type { Child } from './child.ts';
import { textOf } from './crash-points.ts';
import type { CrashPoint } from './crash-points.ts';
import type { Diary } from './diary.ts';

/** Two processes of the product on one database. One that dies is started again. */
export type Shop = {
  /** Where a process listens; `undefined` while it is down. */
  readonly address: (which: Which) => string | undefined;
  /** Resolves when both listen. */
  readonly ready: () => Promise<void>;
  /** Kills a process, as the system does when memory runs out; one that is down is left alone. */
  readonly kill: (which: Which) => void;
  /** The process kills itself at the point. */
  readonly arm: (which: Which, point: CrashPoint) => Promise<void>;
  readonly passTime: (milliseconds: number) => Promise<void>;
  /** Has both sweep at once; answers how many purchases they took in hand. */
  readonly sweep: () => Promise<number>;
  /** Has both refresh the week at once, `first` a moment before the other. One that dies on the way has to be waited for. */
  readonly refresh: (first?: Which) => Promise<void>;
  readonly now: () => number;
  /** How often a process has died so far. */
  readonly deaths: (which: Which) => number;
  readonly close: () => Promise<void>;
};

export type Which = 0 | 1;
export type Notifications = 'once' | 'twice' | 'never';

export type ShopSettings = {
  readonly databaseUrl: string;
  /** How often each process is notified of a payment. */
  readonly notifications: readonly [Notifications, Notifications];
  readonly leaseSeconds: number;
  /** Other settings of the product. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly diary: Diary;
};

const BOTH: readonly Which[] = [0, 1];

type Slot = { child: Child; address: string | undefined; deaths: number; failed: boolean };

export const openShop = async (settings: ShopSettings): Promise<Shop> => {
  const { databaseUrl, notifications, leaseSeconds, diary } = settings;
  let offset = 0;
  let isOpen = true;

  const start = (which: Which): Child =>
    startChild(
      {
        NODE_ENV: 'test',
        DATABASE_URL: databaseUrl,
        DATABASE_POOL: '10',
        PORT: '0',
        SAMPLE_DATA: 'no',
        LOG_LEVEL: 'warn',
        SIMULATED_NOTIFICATIONS: notifications[which],
        LIMIT_COUPON: '999999999/1',
        SHELF_CYCLES: '52',
        JOB_LEASE_SECONDS: String(leaseSeconds),
        CLOCK_OFFSET: String(offset),
        ...settings.settings,
      },
      (line) => {
        // Its welcome is indented, and tells nothing here.
        if (!/^(\s|$)/.test(line)) diary.note(`shop ${which}`, line);
      },
    );

  const begin = async (which: Which, slot: Slot): Promise<void> => {
    const { child } = slot;
    slot.address = await child.address;
    slot.failed = slot.address === undefined;
    if (slot.failed) return;
    // The time may have been moved on while it started.
    await child.tell({ do: 'set-clock', offset });
    diary.note(`shop ${which}`, 'is up');
    void child.ended.then(() => {
      slot.address = undefined;
      if (!isOpen) return undefined;
      slot.deaths += 1;
      diary.note(`shop ${which}`, 'died, is started again');
      slot.child = start(which);
      return begin(which, slot);
    });
  };

  const slots = BOTH.map((which): Slot => ({ child: start(which), address: undefined, deaths: 0, failed: false }));
  const slotOf = (which: Which): Slot => slots[which] as Slot;
  await Promise.all(BOTH.map((which) => begin(which, slotOf(which))));

  const close = async (): Promise<void> => {
    isOpen = false;
    for (const { child } of slots) child.kill();
    await Promise.all(slots.map(({ child }) => child.ended));
  };

  const ready = async (): Promise<void> => {
    while (slots.some(({ address }) => address === undefined)) {
      if (slots.some(({ failed }) => failed)) {
        await close();
        throw new Error(['a process of the shop did not start:', ...diary.about([])].join('\n'));
      }
      await wait(10);
    }
  };
  await ready();

  return {
    address: (which) => slotOf(which).address,
    ready,
    kill: (which) => {
      // One that is being started again has died already.
      if (slotOf(which).address === undefined) return;
      diary.note(`shop ${which}`, 'is killed');
      slotOf(which).child.kill();
    },
    arm: async (which, point) => {
      diary.note(`shop ${which}`, `will die at ${textOf(point)}`);
      await slotOf(which).child.tell({ do: 'arm', point: textOf(point) });
    },
    passTime: async (milliseconds) => {
      offset += milliseconds;
      diary.note('shop', `time moves on by ${milliseconds / 60_000} minutes`);
      await Promise.all(slots.map(({ child }) => child.tell({ do: 'set-clock', offset })));
    },
    sweep: async () => {
      const reports = await Promise.all(slots.map(({ child }) => child.tell({ do: 'sweep' })));
      const count = reports.reduce((sum, report) => sum + (report?.is === 'swept' ? report.count : 0), 0);
      diary.note('shop', `swept ${count}`);
      return count;
    },
    refresh: async (first = 0) => {
      const inOrder = first === 0 ? slots : slots.toReversed();
      const reports = await Promise.all(inOrder.map(({ child }) => child.tell({ do: 'refresh' })));
      const moved = reports.map((report) => (report?.is === 'refreshed' ? (report.moved ?? 'failed') : 'died'));
      diary.note('shop', `refreshed the week, leads moved: ${moved.join(' and ')}`);
    },
    now: () => Date.now() + offset,
    deaths: (which) => slotOf(which).deaths,
    close,
  };
};
