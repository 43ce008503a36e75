import type { Shop } from './shop.ts';

/**
 * Compares from outside what must agree once everything has come to its end: the store, the provider's money and the
 * mails. Answers every fault. Each buyer must have an e-mail address of their own. `takenOff` are leads that were sold by orders which the
 * store has lost.
 */
export const faultsIn = async (shop: Shop, takenOff: readonly string[] = []): Promise<readonly string[]> => {
  const [money, mails] = [await shop.moneyByRef(), await shop.mails()];
  const faults: string[] = [];
  const owners = new Map<string, string>();
  const uses = new Map<string, number>();
  let deliveriesOfRefunded = 0;
  const withdrawn = new Set(takenOff);
  const count = (code: string | undefined): void => {
    if (code !== undefined) uses.set(code, (uses.get(code) ?? 0) + 1);
  };
  for (const id of shop.purchaseIds) {
    const purchase = await shop.purchase(id);
    if (purchase === undefined) continue;
    const { progress, leadId, couponCode, saleNumber, checkout, price } = purchase;
    const moved = money.get(checkout?.ref ?? '') ?? 'never authorised';
    const check = (isRight: boolean, fault: string) =>
      void (isRight || faults.push(`${progress.state}: ${fault} (${id})`));
    const mailsWith = (text: string, to: string) =>
      mails.filter((mail) => mail.to === to && `${mail.subject}\n${mail.text}`.includes(text)).length;
    switch (progress.state) {
      case 'settled':
        check(!owners.has(leadId), 'another owner too');
        owners.set(leadId, id);
        count(couponCode);
        check(
          price === 0 ? moved === 'never authorised' : ['collected', 'bounced', 'won'].includes(moved),
          `money ${moved}`,
        );
        check(progress.delivery.state === 'sent', 'not delivered');
        check(mailsWith(`(${saleNumber})\nHere is your lead`, progress.buyerEmail) === 1, 'not exactly one delivery');
        break;
      case 'refunded': {
        const wasDelivered = progress.contactLeftAt !== undefined;
        if (wasDelivered) withdrawn.add(leadId);
        if (wasDelivered) count(couponCode);
        check(
          moved === (price === 0 ? 'never authorised' : moved === 'disputed' ? moved : 'refunded'),
          `money ${moved}`,
        );
        const delivered = mails.filter(
          ({ to, subject }) => to === progress.buyerEmail && subject.startsWith('Your lead in'),
        );
        check(wasDelivered || delivered.length === 0, 'the contact has left');
        deliveriesOfRefunded += delivered.length;
        const told = mailsWith(wasDelivered ? 'delete it' : 'will not be sent', progress.buyerEmail);
        // Whoever has disputed is sent no letter of a refund.
        check(told === (moved === 'disputed' ? 0 : 1), 'not as many notices as it needs');
        break;
      }
      case 'lost':
        check(moved === 'released' || moved === 'never authorised', `money ${moved}`);
        if (progress.buyerEmail !== undefined)
          check(mailsWith('Your card was not charged', progress.buyerEmail) === 1, 'not exactly one notice');
        break;
      case 'abandoned':
        check(moved === 'never authorised', `money ${moved}`);
        break;
      case 'lapsed':
        check(moved === 'lapsed' || moved === 'released', `money ${moved}`);
        break;
      case 'open':
      case 'won':
      case 'refunding':
        check(false, 'not finished');
    }
  }
  const delivered = mails.filter(({ subject }) => subject.startsWith('Your lead in')).length;
  if (delivered - deliveriesOfRefunded !== owners.size)
    faults.push(`${delivered - deliveriesOfRefunded} deliveries of ${owners.size} sales`);
  for (const leadId of shop.leadIds) {
    const standing = (await shop.lead(leadId))?.standing;
    const owner = standing?.state === 'sold' ? standing.purchaseId : undefined;
    if ((standing?.state === 'withdrawn') !== withdrawn.has(leadId)) faults.push(`${leadId} is ${standing?.state}`);
    if (owner !== owners.get(leadId)) faults.push(`${leadId} is not with its owner`);
  }
  for (const code of shop.couponCodes)
    if ((await shop.coupon(code))?.uses !== (uses.get(code) ?? 0)) faults.push(`the uses of ${code} are not its sales`);
  return faults;
};
