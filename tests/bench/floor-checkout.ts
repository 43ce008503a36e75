import { randomBytes, randomUUID } from 'node:crypto';

import type { FloorDatabase } from './floor-database.ts';

const BEGIN = `insert into floor.purchase (id, lead_id, line_item, price, visitor_hash, opened_at)
  select $1::uuid, l.id, place.city || ', ' || place.state, l.price, $4, now() from floor.listed l join floor.place on place.id = l.place_id
  where l.id = $2::uuid and l.price = $3::int returning line_item`;
const OPEN = 'insert into floor.document (id, body) values ($1, $2::json)';
const KEEP = 'update floor.purchase set checkout_ref = $2 where id = $1::uuid';

/** The floor's checkout: the purchase is stored before its page is opened, and the page's name after. */
export const floorCheckout =
  ({ prepared }: Pick<FloorDatabase, 'prepared'>) =>
  async (body: string): Promise<string | undefined> => {
    const { leadId, amount } = JSON.parse(body) as { readonly leadId: string; readonly amount: number };
    const id = randomUUID();
    const price = Math.round(amount * 100);
    const [begun] = await prepared('begin purchase', BEGIN, [id, leadId, price, randomBytes(32).toString('hex')]);
    if (begun === undefined) return undefined;
    const ref = `cs_floor_${id}`;
    await prepared('open page', OPEN, [ref, JSON.stringify({ ref, amount: price, lineItem: begun[0], state: 'open' })]);
    await prepared('keep page', KEEP, [id, ref]);
    return `{"id":"${ref}","url":"http://localhost/dev/checkout/${ref}"}`;
  };
