import { hasTicked } from '#adapters/memory/cron.ts';
import { repeatedJobs } from '#config/schedule.ts';
import { useCasesOn } from '#config/use-cases.ts';
import type { Outside } from '#config/outside.ts';
import { aLeadOnOffer, openShop } from '#tests/application/shop.ts';
import { seenIn } from '#tests/application/week.ts';
import { diceOf } from '#tests/race/dice.ts';
import type { Dice } from '#tests/race/dice.ts';
import { fateOf, mondaysOf, standOf, standingOf } from './mondays.ts';
import type { Tally } from './promise.ts';
import type { Timer } from './sabotage/timers.ts';
import type { StoreWith } from './story.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** The Monday before the year ends in a week 53. Both of New York's changes of the clock and 29 February 2028 follow. */
export const FIRST = Date.UTC(2026, 11, 14, 15);
export const WEEKS = 66;
const LEADS_A_WEEK = 4;

const cron = repeatedJobs.find(({ job }) => job.name === 'refresh-week')?.cron ?? '';

/** How long nothing runs from a Monday 15:00 on. */
const ABSENCES = { none: 0, minute: 60_000, day: DAY, 'three weeks': 3 * WEEK } as const;

/** Leads of each week: from its first millisecond, to its last one, and two between. */
const leadsFor = (mondays: readonly number[], dice: Dice) =>
  mondays.slice(0, -1).flatMap((monday, week) =>
    [0, WEEK - 1, dice.between(1, WEEK - 2), dice.between(1, WEEK - 2)].slice(0, LEADS_A_WEEK).map((after, each) =>
      aLeadOnOffer({
        id: `01900000-0000-7000-8000-${String(week * LEADS_A_WEEK + each).padStart(12, '0')}`,
        standing: { state: 'listed', listedAt: monday + after },
      }),
    ),
  );

/** Counts what was committed of each lead, and ends a process at the chosen commit. */
const eyeOn = (moves: Map<string, number>, cut: { left: number }) => {
  const atomicallyOf =
    (outside: Outside): Outside['atomically'] =>
    async (work) => {
      if ((cut.left -= 1) === 0) throw new Error('the process has ended');
      let saved: string[] = [];
      const result = await outside.atomically((repositories) => {
        saved = [];
        const save: typeof repositories.leads.save = async (lead) => {
          saved.push(`${lead.id} ${standingOf(lead)}`);
          await repositories.leads.save(lead);
        };
        return work({ ...repositories, leads: { ...repositories.leads, save } });
      });
      for (const what of saved) moves.set(what, (moves.get(what) ?? 0) + 1);
      if (cut.left === 0) throw new Error('the process has ended');
      return result;
    };
  return (outside: Outside): Outside => ({ ...outside, atomically: atomicallyOf(outside) });
};

type Year = { readonly seed: number; readonly weeks: number; readonly storeWith?: StoreWith; readonly every: number };

/** A shop of two processes over so many weeks, some of which nothing runs in. */
const year = async (
  { seed, weeks, storeWith, every }: Year,
  timerOf: ((started: number) => Timer) | undefined,
  { done, wrong, goesOn }: Tally,
): Promise<void> => {
  const dice = diceOf(seed);
  const end = FIRST + weeks * WEEK;
  const mondays = mondaysOf(FIRST, FIRST + (WEEKS + 2) * WEEK);
  const leads = leadsFor(mondays.slice(0, weeks + 1), dice);
  const fates = new Map(leads.map(({ id, standing }) => [id, fateOf(standing.listedAt, mondays)]));
  const moves = new Map<string, number>();
  const shop = await openShop({ leads, ...(storeWith && { storeWith }) });
  const { clock } = shop;

  const begin = () => {
    const cut = { left: 0 };
    const { refreshWeek } = useCasesOn(eyeOn(moves, cut)(shop.outside));
    const timer = timerOf?.(clock());
    const run = async (): Promise<'done' | 'died'> => {
      if (timer !== undefined && !timer(clock())) return 'done';
      try {
        await refreshWeek();
        return 'done';
      } catch {
        return 'died';
      }
    };
    return { cut, run };
  };

  let last = FIRST;
  const look = async (what: string): Promise<void> => {
    const stored = await shop.outside.atomically(async (repositories) => {
      const found = [];
      for (const { id } of leads) found.push(await repositories.leads.find(id));
      return found;
    });
    for (const lead of stored) {
      const fate = fates.get(lead?.id ?? '');
      const [is, must] = lead && fate ? [standingOf(lead), standOf(fate, last)] : ['gone', 'here'];
      if (is !== must) wrong(`${new Date(clock()).toISOString()}, ${what}: ${lead?.id} is ${is}, not ${must}`);
    }
    const { listed, vaulted } = await seenIn(shop);
    const now = clock();
    const shown = leads.filter(({ id, standing }) => standing.listedAt <= now && now < (fates.get(id)?.vaulted ?? 0));
    if (
      listed.join() !==
      shown
        .map(({ id }) => id)
        .toSorted()
        .join()
    )
      wrong(`${what}: the list shows ${listed.join()}`);
    if (vaulted.some((id) => listed.includes(id))) wrong(`${what}: a lead is listed and vaulted at once`);
  };

  clock.set(FIRST);
  let processes = [begin(), begin()];
  let away = 0;
  for (let now = FIRST + HOUR / 2; now < end && goesOn(); now += HOUR / 2) {
    const monday = mondays.find((one) => one > now - HOUR / 2 && one <= now);
    if (away <= now && monday !== undefined && last < monday) {
      const absence = dice.pick({ none: 50, minute: 20, day: 20, 'three weeks': 10 });
      if (absence !== 'none') away = monday + ABSENCES[absence] + dice.between(1, 59) * 60_000;
    }
    if (away > now) continue;
    clock.set(now);
    if (away > 0) {
      // Whoever starts does at once what was missed, alone.
      clock.set(away);
      away = 0;
      processes = [begin(), begin()];
      await processes[0]?.run();
      last = clock();
      await look('after one run of a process that was away');
      done();
      continue;
    }
    if (!hasTicked(cron, now - HOUR / 2, now)) continue;
    const isMonday = monday !== undefined;
    if (!isMonday && dice.between(1, every) > 1) continue;
    if (isMonday && dice.throwOne() < 0.3) {
      // One of the two ends in the middle; the other does it all, or the next one that starts.
      const victim = processes[dice.between(0, 1)];
      if (victim !== undefined) victim.cut.left = dice.between(1, 4);
    }
    const outcomes = await Promise.all(processes.map(({ run }) => run()));
    processes = await Promise.all(
      processes.map(async (process, which) => {
        if (outcomes[which] === 'done') return process;
        const next = begin();
        await next.run();
        return next;
      }),
    );
    last = now;
    if (isMonday || dice.throwOne() < 0.05) await look(isMonday ? 'on a Monday' : 'in the week');
    if (isMonday) done();
  }
  for (const [move, times] of moves) if (times > 1) wrong(`moved ${times} times: ${move}`);
};

/** One after the other. Each process may have a timer of its own, that decides whether it does the week's work. */
export const years =
  (seeds: readonly number[], plan: Omit<Year, 'seed'>, timerOf?: (started: number) => Timer) =>
  async (tally: Tally) => {
    for (const seed of seeds) if (tally.goesOn()) await year({ ...plan, seed }, timerOf, tally);
  };
