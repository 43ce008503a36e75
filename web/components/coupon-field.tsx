import { useEffect, useId, useRef } from 'react';
import type { FormEvent } from 'react';

import { applyCoupon } from '#web/stores/apply-coupon.ts';
import { usePurchase } from '#web/stores/purchase.ts';
import { BusyButton } from './busy-button.tsx';

const onSubmit = (event: FormEvent): void => {
  event.preventDefault();
  void applyCoupon();
};

/** The coupon code and its 'Apply'. A coupon that counts stays until another is applied or it is removed below. */
export const CouponField = () => {
  const { couponTyped, busy, problem } = usePurchase();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const message = problem?.at === 'coupon' ? problem.text : undefined;

  useEffect(() => {
    if (message === undefined) return;
    input.current?.focus();
    // The focus brings only the field into sight.
    input.current?.form?.scrollIntoView({ block: 'nearest' });
  }, [problem, message]);

  return (
    <form className="mt-5" onSubmit={onSubmit} noValidate>
      <label htmlFor={id} className="text-sm font-semibold">
        Coupon code <span className="font-normal text-ink-muted">(optional)</span>
      </label>
      <div className="mt-1.5 flex gap-2">
        <input
          ref={input}
          id={id}
          name="couponCode"
          className="field min-w-0 flex-1"
          value={couponTyped}
          onChange={({ target }) => usePurchase.setState({ couponTyped: target.value })}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          aria-invalid={message !== undefined}
          aria-describedby={message === undefined ? undefined : `${id}-problem`}
        />
        <BusyButton type="submit" className="button-line bg-sunken" busy={busy === 'coupon'} busyText="Applying...">
          Apply
        </BusyButton>
      </div>
      {message !== undefined && (
        <p id={`${id}-problem`} className="mt-1.5 text-sm text-danger">
          {message}
        </p>
      )}
    </form>
  );
};
