import { useId } from 'react';
import type { ReactNode } from 'react';

/** The attributes that connect an input with its label and messages. */
export type FieldWiring = {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean;
  readonly 'aria-describedby': string | undefined;
};

export type FieldProps = {
  readonly label: string;
  /** The message of what is wrong with it. */
  readonly error: string | undefined;
  /** It may be left empty, which is said. */
  readonly optional?: boolean | undefined;
  /** What to know before filling it in. */
  readonly hint?: ReactNode;
  /** Stands at the end of the label's line, or below it where that is too short; the Tab key reaches it after the input. */
  readonly aside?: ReactNode;
};

/** A label, its input, and beneath it the message of what is wrong. */
export const Field = ({
  label,
  error,
  optional = false,
  hint = optional ? 'Optional' : undefined,
  aside,
  children,
}: FieldProps & { readonly children: (wiring: FieldWiring) => ReactNode }) => {
  const id = useId();
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative order-1 mt-1.5 w-full">
        {children({
          id,
          'aria-invalid': error !== undefined,
          'aria-required': !optional,
          'aria-describedby': described || undefined,
        })}
      </div>
      {aside !== undefined && <div>{aside}</div>}
      {error !== undefined && (
        <p id={`${id}-error`} className="order-1 mt-1.5 w-full text-sm text-danger">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="order-1 mt-1.5 w-full text-sm text-ink-muted">
          {hint}
        </div>
      )}
    </div>
  );
};
