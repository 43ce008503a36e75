import type { ReactNode } from 'react';

import { dollarsText } from '#web/price.ts';
import { removeCoupon } from '#web/stores/apply-coupon.ts';
import { totalOf, usePurchase } from '#web/stores/purchase.ts';

/** Moves the focus to the field of the code first, as this button goes with the coupon. */
const remove = (): void => {
  document.getElementsByName('couponCode')[0]?.focus();
  removeCoupon();
};

/** The lines that add up to the total. */
export const PriceLines = () => {
  const { listPrice, couponCode, discountedPrice } = usePurchase();
  return (
    <dl className="figures mt-5 border-t border-line pt-3">
      {listPrice !== undefined && <Line label="Lead price">{dollarsText(listPrice)}</Line>}
      {couponCode !== '' && discountedPrice !== undefined && (
        <Line key={couponCode} label={<CouponLabel code={couponCode} />}>
          {listPrice !== undefined && (
            <span className="text-brand-ink">{`−${dollarsText(listPrice - discountedPrice)}`}</span>
          )}
        </Line>
      )}
    </dl>
  );
};

/** The total; a change of it is announced. */
export const TotalLine = () => {
  const total = usePurchase(totalOf);
  return (
    <p role="status" className="figures flex items-baseline justify-between gap-4 text-lg font-bold">
      <span>Total today</span> <span>{total !== undefined && dollarsText(total)}</span>
    </p>
  );
};

const Line = ({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 py-1.5">
    <dt className="flex min-w-0 flex-wrap gap-x-3 wrap-anywhere text-ink-muted">{label}</dt>
    <dd className="shrink-0">{children}</dd>
  </div>
);

const CouponLabel = ({ code }: { readonly code: string }) => (
  <>
    Coupon {code}
    <button
      type="button"
      className="link -my-3 py-3 text-sm font-medium"
      onClick={remove}
      aria-label={`Remove coupon ${code}`}
    >
      Remove
    </button>
  </>
);
