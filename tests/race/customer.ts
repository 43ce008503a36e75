import type { UnsoldAnswer, UnsoldLeadBody } from '#adapters/http/contract/contract.ts';

const jsonOf = async <Answer>(response: Promise<Response>): Promise<Answer> =>
  (await response).json() as Promise<Answer>;

/** Somebody who buys at a process of the shop without a browser. */
export const customerAt = (address: string) => ({
  /** The leads for sale that a search finds. */
  leads: async (search: string): Promise<readonly UnsoldLeadBody[]> =>
    (await jsonOf<UnsoldAnswer>(fetch(`${address}/api/good-lead/unsold?${new URLSearchParams({ search })}`))).data,
  /** Opens a hosted page and pays there, unless somebody was faster. The success page is not looked at. */
  buy: async (lead: UnsoldLeadBody, email: string): Promise<void> => {
    const { url } = await jsonOf<{ readonly url?: string }>(
      fetch(`${address}/api/stripe/create-checkout-session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leadId: lead.id, amount: lead.price }),
      }),
    );
    if (url === undefined) return;
    const body = new URLSearchParams({ outcome: 'pay', email });
    await fetch(address + new URL(url).pathname, { method: 'POST', redirect: 'manual', body });
  },
  mailsTo: async (email: string): Promise<number> => {
    const mails = await jsonOf<readonly { readonly to: string }[]>(fetch(`${address}/dev/mailbox.json`));
    return mails.filter(({ to }) => to === email).length;
  },
});
