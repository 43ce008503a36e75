import { continueToTerms } from '#web/stores/apply-coupon.ts';
import { closePurchase, usePurchase } from '#web/stores/purchase.ts';
import { BusyButton } from './busy-button.tsx';
import { CouponField } from './coupon-field.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { DialogActions, DialogBody } from './dialog.tsx';
import { LeadRecap } from './lead-recap.tsx';
import { PriceLines, TotalLine } from './price-lines.tsx';

/** Step 1: the lead, the coupon and the total. */
export const CheckoutSummary = () => {
  const lead = usePurchase((purchase) => purchase.lead);
  const problem = usePurchase((purchase) => purchase.problem);
  const busy = usePurchase((purchase) => purchase.busy);
  return (
    <>
      <DialogBody>
        {problem?.at === 'price' && (
          <p role="alert" className="mb-4 rounded-control bg-sun-soft px-4 py-3 text-md font-medium text-sun-ink">
            {problem.text}
          </p>
        )}
        {lead && <LeadRecap key={lead.id} lead={lead} />}
        <CouponField />
        <PriceLines />
      </DialogBody>
      <DialogActions>
        <TotalLine />
        <div className="mt-4 sm:mt-5">
          <DialogButtons
            main={
              <BusyButton
                className="button-solid"
                busy={busy === 'coupon'}
                busyText="Applying coupon..."
                onClick={() => void continueToTerms()}
              >
                Continue to terms
              </BusyButton>
            }
          >
            <button type="button" className="button-quiet" onClick={closePurchase}>
              Cancel
            </button>
          </DialogButtons>
        </div>
      </DialogActions>
    </>
  );
};
