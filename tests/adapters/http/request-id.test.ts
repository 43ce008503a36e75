import { describe, expect, it } from 'vitest';

import { StoreUnavailable } from '#application/ports/atomically.ts';
import type { VaultedLead } from '#domain/vault.ts';
import { subscriber } from './members.ts';
import { firstLead, shopApp } from './shop-app.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LIST = '/api/good-lead/unsold';

const bodyOf = async (response: Response) => (await response.json()) as { readonly requestId?: string };

describe('the id of a request', () => {
  it('is in its answer and in every line that it causes', async () => {
    const shop = await shopApp();
    const [first, second] = await Promise.all([shop.get(LIST), shop.get('/no/such/page')]);
    const ids = [first, second].map(({ headers }) => headers.get('x-request-id') ?? '');
    for (const id of ids) expect(id).toMatch(ID);
    expect(new Set(ids).size).toBe(2);
    const lines = shop.log.lines.map(({ event, requestId }) => `${event} ${requestId}`);
    expect(lines.toSorted()).toEqual(ids.map((id) => `request ${id}`).toSorted());
  });

  it('is in the lines of the use-cases and of what goes on while the answer is read', async () => {
    const leads = [{ id: 'l-1', city: 'Austin', state: 'TX', price: 2_500, vaultedAt: 0 } as VaultedLead];
    const shop = await shopApp({
      around: (outside) => ({
        ...outside,
        vault: {
          ...outside.vault,
          all: async function* () {
            yield leads;
            throw new StoreUnavailable('gone');
          },
        },
      }),
    });
    const cookie = await subscriber(shop);
    const before = shop.log.lines.length;
    const response = await shop.get('/api/good-lead/export', { cookie });
    await expect(response.text()).rejects.toThrow();
    const id = response.headers.get('x-request-id');
    expect(shop.log.lines.slice(before).map(({ event, requestId }) => [event, requestId])).toEqual([
      ['request', id],
      ['vault exported', id],
      ['export broke off', id],
    ]);
  });

  it('is in the body of what went wrong on our side, for people to quote, and in no other', async () => {
    const broken = await shopApp({ broken: true });
    const response = await broken.get(LIST);
    expect(response.status).toBe(500);
    const id = response.headers.get('x-request-id');
    expect((await bodyOf(response)).requestId).toBe(id);
    const lines = broken.log.lines.map(({ event, requestId }) => [event, requestId]);
    expect(lines).toEqual([
      ['unexpected', id],
      ['request', id],
    ]);
    expect(await bodyOf(await broken.get('/api/nothing'))).not.toHaveProperty('requestId');
  });

  it('is never one that came from outside', async () => {
    const shop = await shopApp();
    const outside = { 'x-request-id': 'mine', 'x-correlation-id': 'mine', traceparent: 'mine' };
    const response = await shop.get(LIST, outside);
    expect(response.headers.get('x-request-id')).toMatch(ID);
    expect(JSON.stringify(shop.log.lines)).not.toContain('mine');
  });

  it('is not in the lines of the jobs that the request has added', async () => {
    const shop = await shopApp();
    const lead = await firstLead(shop);
    const opened = await shop.post('/api/stripe/create-checkout-session', { leadId: lead.id, amount: lead.price });
    expect(opened.status).toBe(200);
    shop.queue.add({ name: 'sweep-purchases' });
    await shop.queue.drain();
    expect(shop.log.lines.filter(({ event }) => event === 'job done')).toEqual([
      expect.not.objectContaining({ requestId: expect.anything() as unknown }),
    ]);
  });
});
