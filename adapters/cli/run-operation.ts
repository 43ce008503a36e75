import { match } from 'ts-pattern';

import { figures } from '#domain/count.ts';
import type { Purchase } from '#domain/purchase.ts';
import type { CreateCouponRequest, CreateCouponOutcome } from '#application/create-coupon.ts';
import type { ErasePersonRequest, EraseOutcome } from '#application/erase-person.ts';
import type { FindAccount } from '#application/find-account.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Ledger } from '#application/ports/ledger.ts';
import type { Log } from '#application/ports/log.ts';
import type { ReconcileRequest, Reconciled } from '#application/reconcile.ts';
import type { RefreshOutcome, RefreshWeekRequest } from '#application/refresh-week.ts';
import type { RefundOutcome, RefundPurchaseRequest } from '#application/refund-purchase.ts';
import type { ResendDeliveryRequest, ResendOutcome } from '#application/resend-delivery.ts';
import type { StopCouponRequest, StopCouponOutcome } from '#application/stop-coupon.ts';
import type { UndoImportRequest, UndoOutcome } from '#application/undo-import.ts';
import type { WithdrawLeadRequest, WithdrawOutcome } from '#application/withdraw-lead.ts';
import { accountShown } from './account-shown.ts';
import { refused } from './answer.ts';
import type { OnProgress, OperatorAnswer } from './answer.ts';
import { couponCreated, couponList, couponStopped } from './coupon-answers.ts';
import { failureOf } from './failure.ts';
import { importAnswer } from './import-answer.ts';
import type { FileImport, ImportedFile } from './import-answer.ts';
import { personErased, refreshed, withdrawn } from './lead-answers.ts';
import { auditAnswer, statsAnswer } from './ledger-answers.ts';
import type { Operation } from './operation.ts';
import { purchaseList, reconciled, refundAnswer, resent } from './purchase-answers.ts';
import { purchaseShown } from './purchase-shown.ts';
import { spamAnswer } from './spam-answer.ts';
import { undoAnswer } from './undo-answer.ts';

export type OperatorUseCases = {
  readonly refreshWeek: (request: RefreshWeekRequest) => Promise<RefreshOutcome>;
  readonly withdrawLead: (request: WithdrawLeadRequest) => Promise<WithdrawOutcome>;
  readonly erasePerson: (request: ErasePersonRequest) => Promise<EraseOutcome>;
  readonly createCoupon: (request: CreateCouponRequest) => Promise<CreateCouponOutcome>;
  readonly stopCoupon: (request: StopCouponRequest) => Promise<StopCouponOutcome>;
  readonly findSale: (saleNumberOrId: string) => Promise<Purchase | undefined>;
  readonly findAccount: FindAccount;
  readonly refundPurchase: (request: RefundPurchaseRequest) => Promise<RefundOutcome>;
  readonly resendDelivery: (request: ResendDeliveryRequest) => Promise<ResendOutcome>;
  readonly undoImport: (request: UndoImportRequest) => Promise<UndoOutcome>;
  readonly reconcile: (request: ReconcileRequest) => Promise<Reconciled>;
};

/** Opens a file of leads, imports it, and keeps what was rejected. */
export type ImportFile = (request: FileImport, caller: Caller) => Promise<ImportedFile>;

type Needs = {
  readonly importFile: ImportFile;
  readonly useCases: OperatorUseCases;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
};

/** Who runs an operation, and hears how far it has come. */
export type Caller = {
  /** The operator's name on their machine. */
  readonly who: string;
  readonly onProgress: OnProgress;
};

/** Does one operation. Never throws: what fails is told in the answer, and to the log. */
export type RunOperation = (operation: Operation, caller: Caller) => Promise<OperatorAnswer>;

/** Every operation by its use-case: the same whether the command has opened the database itself or the running server is asked. */
export const runOperation = ({ useCases, importFile, ledger, clock, log }: Needs): RunOperation => {
  const run = (operation: Operation, caller: Caller): Promise<OperatorAnswer> => {
    const { who, onProgress } = caller;
    return match(operation)
      .returnType<Promise<OperatorAnswer>>()
      .with({ command: 'import' }, async (request) =>
        importAnswer(request, await importFile(request, caller), (error) => failureOf(error, log).message),
      )
      .with({ command: 'undo-import' }, async ({ batchId }) => undoAnswer(await useCases.undoImport({ batchId, who })))
      .with({ command: 'refresh' }, async ({ at }) => refreshed(await useCases.refreshWeek({ at, who })))
      .with({ command: 'withdraw' }, async ({ leadId, note }) =>
        withdrawn(await useCases.withdrawLead({ leadId, note, who })),
      )
      .with({ command: 'erase' }, async ({ text }) => personErased(await useCases.erasePerson({ text, who })))
      .with({ command: 'coupon create' }, async ({ code, discount, startsAt, endsAt, maxUses, smallestPrice }) =>
        couponCreated(
          await useCases.createCoupon({ code, discount, startsAt, endsAt, maxUses, smallestPrice, who }),
          clock(),
        ),
      )
      .with({ command: 'coupon list' }, async () => couponList(await ledger.coupons(), clock()))
      .with({ command: 'coupon stop' }, async ({ code }) => couponStopped(await useCases.stopCoupon({ code, who })))
      .with({ command: 'purchases list' }, async ({ state, buyer: buyerEmail, until: openedBefore, limit }) =>
        // One more than is shown: it tells whether, and where, the list goes on.
        purchaseList(await ledger.purchases({ state, buyerEmail, openedBefore, limit: limit + 1 }), limit),
      )
      .with({ command: 'purchases show' }, async ({ sale }) => purchaseShown(await useCases.findSale(sale)))
      .with({ command: 'purchases resend' }, async ({ sale, to }) =>
        resent(await useCases.resendDelivery({ saleNumberOrId: sale, to, who })),
      )
      .with({ command: 'purchases refund' }, async ({ sale, reason }) =>
        refundAnswer(await useCases.refundPurchase({ saleNumberOrId: sale, reason, who })),
      )
      .with({ command: 'accounts show' }, async ({ account }) => accountShown(await useCases.findAccount(account)))
      .with({ command: 'reconcile' }, async () =>
        reconciled(
          await useCases.reconcile({
            who,
            onProgress: (read) => onProgress({ text: `${figures(read)} read` }),
          }),
        ),
      )
      .with({ command: 'stats' }, async () => statsAnswer(await ledger.stats(clock())))
      .with({ command: 'audit' }, async ({ limit }) => auditAnswer(await ledger.audit(limit)))
      .with({ command: 'spam' }, async ({ limit }) => spamAnswer(await ledger.spam(limit + 1), limit))
      .exhaustive();
  };

  return async (operation, caller) => {
    try {
      return await run(operation, caller);
    } catch (error) {
      const { reason, message } = failureOf(error, log);
      return refused(reason, message);
    }
  };
};
