import { SECOND } from '#domain/instant.ts';
import type { ForgetOldRequest, Forgotten } from './forget-old.ts';
import { UnknownJob } from './ports/jobs.ts';
import type { Job } from './ports/jobs.ts';
import type { RefreshOutcome, RefreshWeekRequest } from './refresh-week.ts';
import type { SettlePurchase } from './settle-purchase.ts';
import type { SettleSubscription } from './settle-subscription.ts';
import type { WriteToAccountRequest } from './write-to-account.ts';

type Needs = {
  readonly settlePurchase: SettlePurchase;
  readonly settleCheckout: (checkoutRef: string) => Promise<void>;
  readonly settleSubscription: SettleSubscription;
  readonly followSubscription: (subscriptionRef: string) => Promise<void>;
  readonly sweepSubscriptions: () => Promise<number>;
  readonly closeCheckouts: (leadId: string) => Promise<void>;
  readonly deliverLead: (purchaseId: string) => Promise<void>;
  readonly tellLoser: (purchaseId: string, tries: number) => Promise<void>;
  readonly sweepPurchases: () => Promise<number>;
  readonly refreshWeek: (request: RefreshWeekRequest) => Promise<RefreshOutcome>;
  readonly forgetOld: (request: ForgetOldRequest) => Promise<Forgotten>;
  readonly writeToAccount: (letter: WriteToAccountRequest, tries: number) => Promise<void>;
  readonly forwardMessage: (messageId: string) => Promise<void>;
};

/** Far less than the lease of a job, and than the time that a process is given to stop. */
const PIECE = 5 * SECOND;

/** Which use-case a job is. Each may run twice: all of them look at what is stored before they do anything. Throws `UnknownJob`. */
export const doJob =
  (needs: Needs) =>
  async (job: Job, tries = 0): Promise<void> => {
    const { name, ...carried } = job;
    switch (job.name) {
      case 'settle-purchase':
        await needs.settlePurchase(job.purchaseId);
        return;
      case 'settle-checkout':
        return needs.settleCheckout(job.checkoutRef);
      case 'settle-subscription':
        await needs.settleSubscription(job.subscriptionId);
        return;
      case 'follow-subscription':
        return needs.followSubscription(job.subscriptionRef);
      case 'sweep-subscriptions':
        await needs.sweepSubscriptions();
        return;
      case 'close-checkouts':
        return needs.closeCheckouts(job.leadId);
      case 'deliver-lead':
        return needs.deliverLead(job.purchaseId);
      case 'tell-loser':
        return needs.tellLoser(job.purchaseId, tries);
      case 'sweep-purchases':
        await needs.sweepPurchases();
        return;
      case 'refresh-week':
        await needs.refreshWeek({ forAtMost: PIECE });
        return;
      case 'forget-old':
        await needs.forgetOld({ forAtMost: PIECE });
        return;
      case 'write-to-account':
        return needs.writeToAccount(job, tries);
      case 'forward-message':
        return needs.forwardMessage(job.messageId);
    }
    // A scheduled job carries nothing and comes again while its version runs: kept here, such jobs would pile up after a rollback.
    if (Object.keys(carried).length === 0) return;
    throw new UnknownJob(`this version knows no job '${String(name)}'`);
  };
