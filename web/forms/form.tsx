import type { ComponentProps, ReactNode } from 'react';
import type { FieldErrors } from 'react-hook-form';

import { BusyButton } from '#web/components/busy-button.tsx';
import { useHydrated } from '#web/use-hydrated.ts';

type FormProps = Pick<ComponentProps<'form'>, 'onSubmit' | 'onInput' | 'className' | 'children'> & {
  /** The errors of the form. Its fields show their own; `root` is what the server had against the whole of it. */
  readonly errors: Pick<FieldErrors, 'root'>;
  /** Whether the form is being sent, so that the errors may be outdated. */
  readonly isBusy: boolean;
  /** What can be done about the `root` error. */
  readonly remedy?: ReactNode;
  readonly actions: ReactNode;
};

/** Fields one below the other, then the `root` error, then the buttons. */
export const Form = ({ errors, isBusy, remedy, actions, children, className = '', onSubmit, onInput }: FormProps) => (
  // A form that is sent before its script runs must not put a password into the address.
  <form method="post" noValidate onSubmit={onSubmit} onInput={onInput} className={`grid gap-5 ${className}`}>
    {children}
    {errors.root && (
      <div
        className={`rounded-control px-4 py-3 ${isBusy ? 'bg-sunken text-ink-muted' : 'bg-danger-soft text-danger'}`}
      >
        {/* A new element after each answer: the same words are announced again. */}
        <p key={String(isBusy)} role={isBusy ? undefined : 'alert'}>
          {errors.root.message}
        </p>
        {remedy}
      </div>
    )}
    {actions}
  </form>
);

type SubmitProps = {
  readonly isBusy: boolean;
  readonly busyText: string;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Sends its form. Disabled until hydration: the browser's own way of sending the form leads nowhere. */
export const SubmitButton = ({ isBusy, busyText, className = 'w-full', children }: SubmitProps) => (
  <BusyButton
    type="submit"
    disabled={!useHydrated()}
    busy={isBusy}
    busyText={busyText}
    className={`button-solid ${className}`}
  >
    {children}
  </BusyButton>
);
