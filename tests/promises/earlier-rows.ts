import { randomUUID } from 'node:crypto';

import type { Dice } from '#tests/race/dice.ts';

/** A row as an earlier schema had it. */
export type EarlierRow = {
  readonly table: string;
  readonly columns: Readonly<Record<string, string | number | boolean | null>>;
};

const NOW = Date.UTC(2026, 9, 1, 12);
const DAY = 24 * 3_600_000;
const at = (days: number): string => new Date(NOW + days * DAY).toISOString();
const hash = (dice: Dice): string => Array.from({ length: 64 }, () => '0123456789abcdef'[dice.between(0, 15)]).join('');

type Id = string;

const standings = (dice: Dice, purchaseId: Id) =>
  ({
    listed: {},
    sold: { sold_at: at(-3), purchase_id: purchaseId },
    vaulted: { vaulted_at: at(-dice.between(0, 89)) },
    expired: { vaulted_at: at(-120), expired_at: at(-30) },
    withdrawn: { withdrawn_at: at(-2) },
  }) as const;

const CITIES = ['Austin', 'São Paulo', 'Winston-Salem', "Coeur d'Alene"];

const leadRow = (
  schema: number,
  dice: Dice,
  id: Id,
  standing: keyof ReturnType<typeof standings>,
  purchaseId: Id,
): EarlierRow => {
  const city = CITIES[dice.between(0, CITIES.length - 1)] ?? '';
  const isReachable = dice.throwOne() < 0.8;
  const name = `Ann ${id.slice(0, 4)}`;
  return {
    table: 'lead',
    columns: {
      id,
      city,
      state: 'TX',
      city_search: ` ${city.toLowerCase()}`,
      first_name: name,
      last_name: 'Lee',

      email: isReachable ? `${id.slice(0, 8)}@leads.example` : null,
      phone: isReachable ? '(512) 555-0142' : null,
      address1: null,
      description: 'A house.',
      price: dice.between(0, 9_999),
      standing,
      listed_at: at(-140),
      ...standings(dice, purchaseId)[standing],
      ...(schema >= 4 &&
        standing === 'vaulted' && { vault_search: `${city.toLowerCase()}\n${name.toLowerCase()} lee\n` }),
    },
  };
};

const PROGRESS = (schema: number) =>
  ({
    open: {},
    won: { buyer_email: 'w@people.example', won_at: at(-3), payment_ref: 'pi_won' },
    settled: {
      buyer_email: 's@people.example',
      won_at: at(-3),
      settled_at: at(-3),
      payment_ref: 'pi_settled',
      delivery: 'sent',
      sent_at: at(-3),
      ...(schema >= 5 && { resends: 1, contact_left_at: at(-3) }),
    },
    queued: {
      buyer_email: 'q@people.example',
      won_at: at(-3),
      settled_at: at(-3),
      payment_ref: null,
      delivery: 'queued',
      ...(schema >= 5 && { resends: 0 }),
    },
    lost: {
      lost_at: at(-3),
      loss_reason: 'sold',
      loser_money: 'held',
      buyer_email: 'l@people.example',
      payment_ref: 'pi_lost',
    },
    abandoned: { abandoned_at: at(-1) },
    lapsed: { buyer_email: 'x@people.example', lapsed_at: at(-1) },
  }) as const;

const purchaseRow = (
  schema: number,
  dice: Dice,
  id: Id,
  leadId: Id,
  what: keyof ReturnType<typeof PROGRESS>,
): EarlierRow => ({
  table: 'purchase',
  columns: {
    id,
    sale_number: `HL-${id}`,
    lead_id: leadId,
    line_item: 'Buyer Lead',
    list_price: 2_500,
    price: 2_000,

    coupon_code: 'TEN',
    visitor_hash: hash(dice),
    opened_at: at(-4),
    check_at: at(0),
    check_count: dice.between(0, 9),
    checkout_ref: `cs_${id}`,
    checkout_closes_at: at(1),
    progress: what === 'queued' ? 'settled' : what,
    ...PROGRESS(schema)[what],
  },
});

const SUBSCRIBED = { payer_ref: 'payer', since: at(-60), paid_through: at(20) };

const accountRows = (schema: number, dice: Dice): readonly EarlierRow[] => {
  const id = randomUUID();
  const own = { account_id: id, created_at: at(-1) };
  const subscription = (ref: string, columns: EarlierRow['columns']): EarlierRow => ({
    table: 'subscription',
    columns: {
      id: randomUUID(),
      account_id: id,
      opened_at: at(-60),
      checkout_ref: `cs_${ref}${id}`,
      checkout_closes_at: at(-59),
      check_at: at(1),
      check_count: 0,
      revision: 3,
      ref: `${ref}${id}`,
      ...SUBSCRIBED,
      ...columns,
    },
  });
  return [
    {
      table: 'account',
      columns: {
        id,
        email: `${id}@people.example`,
        full_name: 'Ines Rossi',
        phone: '5125550100',
        password_hash: '$argon2id$x',
        verification: 'verified',
        verified_at: at(-90),
        created_at: at(-90),
      },
    },
    ...(['VERIFY_EMAIL', 'PASSWORD_RESET'] as const).map((purpose): EarlierRow => ({
      table: 'account_token',
      columns: { ...own, hash: hash(dice), purpose, email: `${id}@people.example`, ending: 'none' },
    })),
    { table: 'session', columns: { ...own, hash: hash(dice), seen_at: at(0) } },
    ...(schema >= 4
      ? [
          subscription('live', { progress: 'live', is_overdue: false }),
          subscription('over', { progress: 'ended', ended_at: at(-70) }),
        ]
      : []),
  ];
};

/** Rows of every kind that a database had after its first so many migrations, in an order in which they can be added. */
export const earlierRows = (schema: number, dice: Dice): readonly EarlierRow[] => {
  if (schema === 0) return [];
  const sales = (['settled', 'won', 'queued'] as const).map((what) => ({
    what,
    leadId: randomUUID(),
    id: randomUUID(),
  }));
  const others = (['listed', 'vaulted', 'vaulted', 'expired', 'withdrawn'] as const).flatMap((standing) =>
    Array.from({ length: 6 }, () => ({ standing, id: randomUUID() })),
  );
  const [listed] = others;
  const leads = [
    ...sales.map(({ id, leadId }) => leadRow(schema, dice, leadId, 'sold', id)),
    ...others.map(({ standing, id }) => leadRow(schema, dice, id, standing, id)),
  ];
  const keys = leads
    .filter(({ columns }) => columns['email'] !== null)
    .map(({ columns }): EarlierRow => ({
      table: 'person_key',
      columns: { key: hash(dice), lead_id: columns['id'] ?? '', seen_at: at(-140) },
    }));
  return [
    ...leads,
    ...sales.map(({ what, id, leadId }) => purchaseRow(schema, dice, id, leadId, what)),
    ...(['open', 'lost', 'abandoned', 'lapsed'] as const).map((what) =>
      purchaseRow(schema, dice, randomUUID(), listed?.id ?? '', what),
    ),
    {
      table: 'coupon',
      columns: { code: 'TEN', discount: 'percent', discount_value: 1_000, uses: 3, max_uses: 9, active: true },
    },
    { table: 'notification', columns: { id: 'evt_1', received_at: at(-3) } },
    ...(schema >= 2 ? [{ table: 'rate_limit', columns: { key: 'somebody', points: 3, expire: NOW } }] : []),
    ...(schema >= 3 ? [0, 1, 2].flatMap(() => accountRows(schema, dice)) : []),
    ...(schema >= 3
      ? [
          {
            table: 'contact_message',
            columns: {
              id: randomUUID(),
              name: 'Mei',
              email: 'mei@people.example',
              subject: 'Hi',
              text: 'Hello',
              received_at: at(-1),
              is_spam: false,
            },
          },
        ]
      : []),
    ...(schema >= 5
      ? [
          ...keys,
          {
            table: 'batch',
            columns: { id: randomUUID(), imported_at: at(-5), file_hash: hash(dice), created: 3, ending: 'none' },
          },
          {
            table: 'audit',
            columns: { id: randomUUID(), at: at(-5), who: 'kim', action: 'import', subject: 'a file' },
          },
        ]
      : []),
  ];
};
