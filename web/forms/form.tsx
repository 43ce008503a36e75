import type { ComponentProps, ReactNode } from 'react';
import type { FieldErrors } from 'react-hook-form';

import { BusyButton } from '#web/components/busy-button.tsx';
import { useHydrated } from '#web/components/use-hydrated.ts';

type FormProps = Pick<ComponentProps<'form'>, 'onSubmit' | 'onInput' | 'className' | 'children'> & {
  /** What is wrong with it. Its fields say theirs; `root` is what the server had against it all. */
  readonly errors: Pick<FieldErrors, 'root'>;
  /** Whether it is on its way, so that all this may be over. */
  readonly isBusy: boolean;
  /** What can be done about that. */
  readonly remedy?: ReactNode;
  /** The buttons. */
  readonly actions: ReactNode;
};

/** Fields one below the other, then what the server had against it all, then the buttons. */
export const Form = ({ errors, isBusy, remedy, actions, children, className = '', onSubmit, onInput }: FormProps) => (
  // A form that is sent before its script runs must not put a password into the address.
  <form method="post" noValidate onSubmit={onSubmit} onInput={onInput} className={`grid gap-5 ${className}`}>
    {children}
    {errors.root && (
      <div
        className={`rounded-control px-4 py-3 ${isBusy ? 'bg-sunken text-ink-muted' : 'bg-danger-soft text-danger'}`}
      >
        {/* A new one after each answer: words that are the same are heard again. */}
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

/** Sends its form, from when its script runs: the browser's own way of sending it leads nowhere. */
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
