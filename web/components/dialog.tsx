import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

import { takeBackStep } from '#web/back-step.ts';

type DialogProps = {
  readonly open: boolean;
  /** Called by Esc, the cross, a press outside, and Back. */
  readonly onClose: () => void;
  readonly title: string;
  /** Where in a series of dialogs this is; each begins at its top, with the focus. */
  readonly step?: { readonly number: number; readonly of: number };
  /** Gets the focus when the dialog has left the screen. */
  readonly focusAfter: () => HTMLElement | undefined;
  readonly children: ReactNode;
};

/**
 * The shell of a modal dialog: a bottom sheet below 640 px, which leaves room above it for a toast. The focus starts on the
 * title. Its children are `DialogBody` and `DialogActions`.
 */
export const Dialog = ({ open, onClose, title, step, focusAfter, children }: DialogProps) => {
  const sheet = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const stepId = useId();
  const lastStep = useRef<number>(undefined);
  const number = open ? step?.number : undefined;

  useLayoutEffect(() => {
    if (number !== undefined && lastStep.current !== undefined) {
      heading.current?.focus();
      // The focus scrolls only as far as the title.
      sheet.current?.scrollTo(0, 0);
    }
    lastStep.current = number;
  }, [number]);

  useEffect(() => (open ? takeBackStep(onClose) : undefined), [open, onClose]);

  return (
    <Base.Root open={open} onOpenChange={(opens) => !opens && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Viewport className="dialog-viewport">
          <Base.Popup
            ref={sheet}
            className="sheet dialog-sheet dialog-motion flex w-full flex-col outline-none max-sm:rounded-b-none sm:w-120"
            initialFocus={heading}
            finalFocus={() => focusAfter() ?? true}
          >
            <div className="flex items-start gap-3 px-5 pt-5 pb-3 sm:px-6 sm:pt-6">
              <div className="min-w-0 flex-1">
                {step && <Steps id={stepId} {...step} />}
                <Base.Title
                  ref={heading}
                  tabIndex={-1}
                  aria-describedby={step && stepId}
                  className="text-xl font-bold tracking-tight sm:text-2xl"
                >
                  {title}
                </Base.Title>
              </div>
              <button
                type="button"
                className="icon-button -mt-1.5 -mr-2.5 shrink-0"
                aria-label="Close"
                onClick={onClose}
              >
                <X aria-hidden size={20} />
              </button>
            </div>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
};

const Steps = ({ id, number, of }: { readonly id: string; readonly number: number; readonly of: number }) => (
  <p id={id} className="mb-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-muted">
    <span>{`Step ${number} of ${of}`}</span>
    <span aria-hidden className="flex gap-1">
      {Array.from({ length: of }, (_, index) => (
        <span key={index} className={`h-1.5 w-6 rounded-full ${index < number ? 'bg-brand' : 'bg-line'}`} />
      ))}
    </span>
  </p>
);

export const DialogBody = ({ children }: { readonly children: ReactNode }) => (
  <div className="px-5 pt-1 pb-3 sm:px-6">{children}</div>
);

/** The actions of a dialog: they stay in sight while the rest scrolls behind them, unless that would leave the rest no room. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className="over-rest sticky bottom-0 border-t border-line bg-surface px-5 pt-3 short:static pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6 sm:pb-6">
    {children}
  </div>
);
