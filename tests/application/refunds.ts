import type { RefundPurchaseRequest } from '#application/refund-purchase.ts';
import type { Mail } from '#application/ports/mailer.ts';
import type { Outside } from '#config/outside.ts';
import { begin } from './buyer.ts';
import type { Manners } from './buyer.ts';
import type { Shop } from './shop.ts';

/** A buyer whose purchase is settled; its mail waits until the queue is drained. */
export const buy = async (shop: Shop, request: Parameters<typeof begin>[1] = {}, email = 'dana@example.com') => {
  const buyer = await begin(shop, request);
  await buyer.pay(email);
  await buyer.settle();
  return buyer;
};

export type Sale = Awaited<ReturnType<typeof buy>>;

export const refundOf = (shop: Shop, saleNumberOrId: string, changes: Partial<RefundPurchaseRequest> = {}) =>
  shop.useCases.refundPurchase({ saleNumberOrId, reason: 'Wrong number', who: 'kim', ...changes });

/** Newest first. */
export const auditOf = async (shop: Shop) =>
  (await shop.outside.ledger.audit(100)).map(({ who, action, subject, note }) => ({ who, action, subject, note }));

/** A mail server that can be given other manners while it runs, and everything that it was handed. */
export const mailServer = () => {
  const handed: Mail[] = [];
  const manners: { send: ((mail: Mail, usual: () => Promise<void>) => Promise<void>) | undefined } = {
    send: undefined,
  };
  return {
    handed,
    manners,
    around: (outside: Outside): Outside => ({
      ...outside,
      mailer: {
        send: async (mail) => {
          handed.push(mail);
          const usual = () => outside.mailer.send(mail);
          await (manners.send === undefined ? usual() : manners.send(mail, usual));
        },
      },
    }),
  };
};

/** Mails with a lead's contact in them. */
export const contactMails = async (shop: Shop) =>
  (await shop.mails()).filter(({ text }) => /ann\.lee|555-0142/.test(text));

/** Which of all that looks after a purchase, the success page too, asks the provider about its payment once more. */
export const whoReadsAgain = async (shop: Shop, manners: Manners, { checkout: { ref }, settle }: Sale) => {
  const askers: string[] = [];
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'settle-purchase': settle,
    'sweep-purchases': () => shop.useCases.doJob({ name: 'sweep-purchases' }),
    'the success page': () =>
      shop.useCases.verifyPayment({ checkoutRef: ref, leadId: 'lead-1', visitorHash: undefined }),
    'settle-checkout': () => shop.useCases.doJob({ name: 'settle-checkout', checkoutRef: ref }),
  };
  for (const [name, look] of Object.entries(ways)) {
    const asked = new Error('asked');
    manners.readPurchase = () => {
      askers.push(name);
      return Promise.reject(asked);
    };
    await look().catch((error: unknown) => {
      if (error !== asked) throw error;
    });
  }
  return askers;
};
