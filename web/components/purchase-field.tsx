import { useEffect, useId, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';

import { usePurchase } from '#web/stores/purchase.ts';
import type { Problem } from '#web/stores/purchase.ts';

type Props = Omit<ComponentProps<'input'>, 'children'> & {
  /** The problems that are shown beneath the field. */
  readonly at: Problem['at'];
  readonly label: ReactNode;
  /** Stands beside the input. */
  readonly children?: ReactNode;
};

/** A field of the purchase dialogs. It takes the focus when it has a problem. */
export const PurchaseField = ({ at, label, children, ...input }: Props) => {
  const problem = usePurchase((purchase) => purchase.problem);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const message = problem?.at === at ? problem.text : undefined;

  useEffect(() => {
    if (message === undefined) return;
    field.current?.focus();
    // Focusing scrolls only the field itself into sight.
    field.current?.form?.scrollIntoView({ block: 'nearest' });
  }, [problem, message]);

  return (
    <>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <input
          {...input}
          ref={field}
          id={id}
          className="field min-w-[min(9rem,50vw)] flex-1"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={message !== undefined}
          aria-describedby={message && `${id}-problem`}
        />
        {children}
      </div>
      {message && (
        <p id={`${id}-problem`} className="mt-1.5 text-sm text-danger">
          {message}
        </p>
      )}
    </>
  );
};
