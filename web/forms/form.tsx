import type { ComponentProps, ReactNode } from 'react';

import { BusyButton } from '#web/components/busy-button.tsx';
import { useAwake } from '#web/components/use-awake.ts';

type FormProps = Pick<ComponentProps<'form'>, 'onSubmit' | 'className' | 'children'> & {
  /** What the server had against it all. */
  readonly problem: string | undefined;
  /** What can be done about that. */
  readonly remedy?: ReactNode;
  /** The buttons. */
  readonly actions: ReactNode;
};

/** Fields one below the other, then what the server had against it all, then the buttons. */
export const Form = ({ problem, remedy, actions, children, className = '', onSubmit }: FormProps) => (
  // A form that is sent before its script runs must not put a password into the address.
  <form method="post" noValidate onSubmit={onSubmit} className={`grid gap-5 ${className}`}>
    {children}
    {problem !== undefined && (
      <div className="rounded-control bg-danger-soft px-4 py-3 text-danger">
        <p role="alert">{problem}</p>
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
    disabled={!useAwake()}
    busy={isBusy}
    busyText={busyText}
    className={`button-solid ${className}`}
  >
    {children}
  </BusyButton>
);
