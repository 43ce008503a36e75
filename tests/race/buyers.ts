import { setTimeout as wait } from 'node:timers/promises';

import { look, open, pay } from './acts.ts';
import type { Buyer, Memory } from './acts.ts';
import type { Diary } from './diary.ts';
import type { Plan } from './plan.ts';
import type { Shop, Which } from './shop.ts';
import type { Violation, Witness } from './truth.ts';
import { visitOf } from './visit.ts';

const PAYING: ReadonlySet<Plan['ending']> = new Set(['pay', 'pay-twice', 'pay-and-go-away', 'decline-and-pay']);

/** In milliseconds. */
const BETWEEN_LEADS = 40;

/**
 * Lets a crowd loose on a shop. `whenPaying` is told when the gun goes off: everybody who wants to wait for it has a page open.
 * Answers what the buyers were told, and what no buyer should have seen.
 */
export const buyersIn = async (
  shop: Shop,
  buyers: readonly Buyer[],
  { diary, whenPaying }: { readonly diary: Diary; readonly whenPaying: () => void },
): Promise<{
  readonly witnesses: readonly Witness[];
  readonly violations: readonly Violation[];
}> => {
  const memory: Memory = { witnesses: [], violations: [] };
  const gun = Promise.withResolvers<void>();
  let opening = buyers.filter(({ plan }) => plan.start !== 'late').length;
  const opened = (): void => {
    opening -= 1;
    if (opening > 0) return;
    whenPaying();
    gun.resolve();
  };

  const buy = async (buyer: Buyer): Promise<void> => {
    const { name, email, plan, lead, crowd } = buyer;
    diary.note(name, `${email} wants ${lead.name} (${lead.id}) with ${plan.coupon}-${crowd}: ${JSON.stringify(plan)}`);
    const visit = visitOf(shop, { name, diary, found: (violation) => memory.violations.push(violation) });
    if (plan.start === 'late') await gun.promise;
    await wait(plan.comesAfter);
    const page = await open(visit, buyer, memory).finally(plan.start === 'late' ? () => {} : opened);
    if (page === undefined) return;
    diary.note(name, `has the page ${page.ref} of ${lead.name} (${lead.id})`);
    if (plan.looksBefore)
      await visit.ask(plan.at[2], { path: `/api/stripe/checkout-session?session_id=${page.ref}&lead=${lead.id}` });
    if (plan.start === 'gun') {
      await gun.promise;
      // All who want the same lead pay at the same moment, lead after lead.
      await wait(lead.place * BETWEEN_LEADS);
    }
    await pay(visit, page, buyer);
    if (!PAYING.has(plan.ending)) return;
    await Promise.all(
      Array.from({ length: plan.looksAfter }, (_, each) =>
        look(visit, ((plan.at[2] + each) % 2) as Which, page, buyer, memory),
      ),
    );
  };
  await Promise.all(buyers.map(buy));
  return memory;
};
