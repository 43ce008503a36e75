import type { FormEvent } from 'react';

import { applyCoupon } from '#web/stores/apply-coupon.ts';
import { usePurchase } from '#web/stores/purchase.ts';
import { BusyButton } from './busy-button.tsx';
import { PurchaseField } from './purchase-field.tsx';

const onSubmit = (event: FormEvent): void => {
  event.preventDefault();
  void applyCoupon();
};

const LABEL = (
  <>
    Coupon code <span className="font-normal text-ink-muted">(optional)</span>
  </>
);

/** The coupon code and its 'Apply'. A coupon that counts stays until another is applied or it is removed below. */
export const CouponField = () => {
  const { couponTyped, busy } = usePurchase();
  return (
    <form className="mt-5" onSubmit={onSubmit} noValidate>
      <PurchaseField
        at="coupon"
        label={LABEL}
        name="couponCode"
        value={couponTyped}
        onChange={({ target }) => usePurchase.setState({ couponTyped: target.value })}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="go"
      >
        <BusyButton type="submit" className="button-line bg-sunken" busy={busy === 'coupon'} busyText="Applying...">
          Apply
        </BusyButton>
      </PurchaseField>
    </form>
  );
};
