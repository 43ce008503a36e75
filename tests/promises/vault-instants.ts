import { vaultQuery } from '#application/vault-query.ts';
import type { Outside } from '#config/outside.ts';
import type { Lead } from '#domain/lead.ts';
import { aLeadOnOffer, openShop } from '#tests/application/shop.ts';
import { diceOf } from '#tests/race/dice.ts';
import type { Dice } from '#tests/race/dice.ts';
import { fateOf, mondaysOf } from './mondays.ts';
import { firstSeed } from './promise.ts';
import type { Tally } from './promise.ts';
import type { StoreWith } from './story.ts';

const DAY = 24 * 3_600_000;
/** Both changes of the clock of most zones lie between, twice, and a leap day. */
const FIRST = Date.UTC(2027, 0, 4);
const DAYS = 500;
const MONDAYS = mondaysOf(FIRST - 8 * DAY, FIRST + (DAYS + 200) * DAY);
const LEADS = 25;
const POSITIONS = 20;

/** What is true of a lead, whatever is stored of it. */
type Fact = { readonly lead: Lead; readonly is: 'unsold' | 'sold' | 'withdrawn' };

const factsBy = (dice: Dice, first: number): readonly Fact[] =>
  Array.from({ length: LEADS }, (_, each) => {
    const edge = MONDAYS[dice.between(1, MONDAYS.length - 30)] ?? FIRST;
    const listedAt = dice.throwOne() < 0.4 ? edge + dice.between(-1, 1) : FIRST + dice.between(0, DAYS * DAY);
    const id = `01900000-0000-7000-8000-${String(first + each).padStart(12, '0')}`;
    const is = dice.pick({ unsold: 80, sold: 10, withdrawn: 10 });
    const state = {
      unsold: { state: 'listed', listedAt },
      sold: { state: 'sold', listedAt, soldAt: listedAt + DAY, purchaseId: id },
      withdrawn: { state: 'withdrawn', listedAt, withdrawnAt: listedAt + DAY },
    } as const;
    return { is, lead: aLeadOnOffer({ id, standing: state[is], price: dice.between(0, 9) * 100 }) };
  });

/** Whether the vault shows a lead at `now`, when the week's work was done at `worked` the last time. */
const isShown = ({ lead, is }: Fact, worked: number, now: number): boolean => {
  if (is !== 'unsold') return false;
  const { vaulted, expired } = fateOf(lead.standing.listedAt, MONDAYS);
  return vaulted <= worked && vaulted <= now && now < expired;
};

/** Near an instant at which something changes for one of the leads, to the millisecond, or anywhere. */
const positionBy = (dice: Dice, facts: readonly Fact[]): number => {
  const { vaulted, expired } = fateOf(facts[dice.between(0, LEADS - 1)]?.lead.standing.listedAt ?? FIRST, MONDAYS);
  const edge = dice.pick({ vaulted: 3, expired: 5, anywhere: 2 });
  const shift = dice.between(-1, 1);
  if (edge === 'anywhere') return FIRST + dice.between(0, (DAYS + 120) * DAY);
  return (edge === 'vaulted' ? vaulted : expired) + shift;
};

type World = { readonly storeWith?: StoreWith; readonly empty?: () => Promise<unknown> };

/** So many leads, looked at each from outside at some instant, in the export and on the pages. */
export const positions =
  (count: number, { storeWith, empty }: World = {}, around: (outside: Outside) => Outside = (outside) => outside) =>
  async ({ done, wrong, goesOn }: Tally): Promise<void> => {
    for (let round = 0; round * LEADS * POSITIONS < count && goesOn(); round += 1) {
      const dice = diceOf(firstSeed + round);
      await empty?.();
      const facts = factsBy(dice, round * LEADS);
      const leads = facts.map(({ lead }) => lead);
      const shop = await openShop({ leads, around, ...(storeWith && { storeWith }) });
      const { outside, clock, useCases } = shop;
      const instants = Array.from({ length: POSITIONS }, () => positionBy(dice, facts)).toSorted((a, b) => a - b);
      let worked = -Infinity;
      for (const now of instants) {
        clock.set(now);
        // Now and then the work is late: what is shown ends by time alone.
        if (dice.throwOne() < 0.6) {
          await useCases.refreshWeek();
          worked = now;
        }
        const must = facts.filter((fact) => isShown(fact, worked, now)).map(({ lead }) => lead.id);
        const query = vaultQuery({ search: '', state: undefined, sorting: undefined }, now);
        const exported: string[] = [];
        for await (const some of outside.vault.all({ ...query, atMost: 10_000 }))
          exported.push(...some.map(({ id }) => id));
        const paged: string[] = [];
        for (let page = 1, pages = 1; page <= pages; page += 1) {
          const shown = await outside.vault.page({ ...query, page: { page, size: 10 } });
          paged.push(...shown.rows.map(({ id }) => id));
          pages = shown.totalPages;
          if (shown.totalAll !== must.length) wrong(`${shown.totalAll} are counted, not ${must.length}`);
        }
        for (const [where, shown] of [
          ['the export', exported],
          ['the pages', paged],
        ] as const) {
          const differs = [...new Set([...shown, ...must])].filter((id) => !shown.includes(id) || !must.includes(id));
          for (const id of differs) {
            const fact = facts.find(({ lead }) => lead.id === id);
            const what = `listed ${new Date(fact?.lead.standing.listedAt ?? 0).toISOString()}, ${fact?.is}`;
            wrong(`${new Date(now).toISOString()}: ${where} ${shown.includes(id) ? 'shows' : 'lacks'} a lead ${what}`);
          }
          if (new Set(shown).size !== shown.length) wrong(`${where} shows a lead twice`);
        }
        const listed = new Set(
          (await useCases.browseLeads({ search: '', page: 1, size: 100 })).rows.map(({ id }) => id),
        );
        if (exported.some((id) => listed.has(id))) wrong(`${new Date(now).toISOString()}: for sale, and in the vault`);
        done(LEADS);
      }
    }
  };
