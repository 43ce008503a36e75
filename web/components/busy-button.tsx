import type { ComponentProps, ReactNode } from 'react';

type BusyButtonProps = ComponentProps<'button'> & {
  readonly busy: boolean;
  /** Stands in for the children while busy. */
  readonly busyText: ReactNode;
};

/**
 * A button that can be busy: it keeps its width (both texts lie in one grid cell) and the focus, says what it does, and ignores further
 * clicks. It blocks only `onClick`; a form's `onSubmit` has to check its own state.
 */
export const BusyButton = ({ busy, busyText, children, onClick, type = 'button', ...others }: BusyButtonProps) => (
  <button {...others} type={type} aria-disabled={busy || undefined} onClick={busy ? undefined : onClick}>
    <span className="grid">
      <Layer shown={!busy}>{children}</Layer>
      <Layer shown={busy}>{busyText}</Layer>
    </span>
  </button>
);

const Layer = ({ shown, children }: { readonly shown: boolean; readonly children: ReactNode }) => (
  <span
    className={`col-start-1 row-start-1 inline-flex items-center justify-center gap-2 ${shown ? '' : 'invisible'}`}
    aria-hidden={!shown || undefined}
  >
    {children}
  </span>
);
