import type { ReceivedMail } from '#adapters/dev-mailbox/mails.ts';
import type { Books, PurchaseEntry } from './books.ts';
import { CONTACT_TEXTS } from './offers.ts';
import type { Found } from './sale.ts';

/** Nobody learns of a lead but its one buyer; and no mail comes more often than processes have died. */
export const checkMails = (
  { mails, leads, purchases }: Books,
  mailsOf: (purchase: PurchaseEntry) => readonly ReceivedMail[],
  { extraMails, found }: { readonly extraMails: number; readonly found: Found },
): void => {
  const buyerOf = new Map(purchases.filter(({ progress }) => progress === 'settled').map((one) => [one.leadId, one]));
  const leadOf = new Map(leads.flatMap(({ id, contact }) => contact.map((text) => [text, id] as const)));
  const ours = new Set(purchases.flatMap((purchase) => mailsOf(purchase)));
  for (const mail of mails) {
    if (!ours.has(mail)) found(`a mail belongs to no purchase: ${mail.id} to ${mail.to}`, mail.to);
    const content = `${mail.subject}\n${mail.text}\n${mail.html}\n${mail.from}\n${mail.replyTo ?? ''}`;
    for (const [text] of content.matchAll(CONTACT_TEXTS)) {
      const buyer = buyerOf.get(leadOf.get(text) ?? '');
      if (buyer === undefined || buyer.buyerEmail !== mail.to || !mailsOf(buyer).includes(mail))
        found(`a contact (${text}) left to ${mail.to} who did not buy it`, mail.to, leadOf.get(text));
    }
  }
  const repeated = mails.reduce((sum, { times }) => sum + times - 1, 0);
  if (repeated > extraMails)
    found(
      `${repeated} mails came twice, where at most ${extraMails} may`,
      ...mails.filter(({ times }) => times > 1).map(({ to }) => to),
    );
};
