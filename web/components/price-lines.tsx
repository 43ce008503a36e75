import { useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';

import { dollarsText } from '#web/price.ts';
import { removeCoupon } from '#web/stores/apply-coupon.ts';
import { totalOf, usePurchase } from '#web/stores/purchase.ts';

/** What makes up the total. A total that has grown is said. */
export const PriceLines = () => {
  const { listPrice, couponCode, discountedPrice } = usePurchase();
  const [isRemoved, setRemoved] = useState(false);
  // The button goes: the focus must be elsewhere by then.
  const remove = ({ currentTarget }: MouseEvent): void => {
    currentTarget.closest('[role=dialog]')?.querySelector<HTMLElement>('[name=couponCode]')?.focus();
    removeCoupon();
    setRemoved(true);
  };
  return (
    <>
      <p role="status" className="sr-only">
        {isRemoved && couponCode === '' && listPrice !== undefined && `New price: ${dollarsText(listPrice)}`}
      </p>
      <dl className="figures mt-5 border-t border-line pt-3">
        {listPrice !== undefined && <Line label="Lead price">{dollarsText(listPrice)}</Line>}
        {couponCode !== '' && discountedPrice !== undefined && (
          <Line label={<CouponLabel code={couponCode} onRemove={remove} />}>
            {listPrice !== undefined && (
              <span className="text-brand-ink">−{dollarsText(Math.max(0, listPrice - discountedPrice))}</span>
            )}
          </Line>
        )}
      </dl>
    </>
  );
};

/** What there is to pay. */
export const TotalLine = () => {
  const total = usePurchase(totalOf);
  return (
    <dl className="figures flex items-baseline justify-between gap-4 text-lg font-bold">
      <dt>Total today</dt>
      <dd>{total !== undefined && dollarsText(total)}</dd>
    </dl>
  );
};

const Line = ({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 py-1.5">
    <dt className="min-w-0 text-ink-muted">{label}</dt>
    <dd>{children}</dd>
  </div>
);

const CouponLabel = ({ code, onRemove }: { readonly code: string; readonly onRemove: (event: MouseEvent) => void }) => (
  <>
    Coupon {code}
    <button
      type="button"
      className="link -my-3 ml-3 py-3 text-sm font-medium"
      onClick={onRemove}
      aria-label={`Remove coupon ${code}`}
    >
      Remove
    </button>
  </>
);
