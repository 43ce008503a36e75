import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useEffect, useRef } from 'react';

import { takeBackStep } from '#web/back-step.ts';
import type { Unsubscribing } from '#web/stores/unsubscribe.ts';

import { BusyButton } from './busy-button.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

/** The button that opened the dialog, or the one in its place by now; without any, the section of the subscription. */
const focusAfter = (): HTMLElement | true =>
  document.querySelector<HTMLElement>('#subscription-actions > button:last-child') ??
  document.querySelector<HTMLElement>('#subscription') ??
  true;

type Props = Unsubscribing & { readonly onConfirm: () => void; readonly onCancel: () => void };

/** Asks for confirmation. A bottom sheet below 640 px; the focus starts on the button that cancels. */
export const UnsubscribeDialog = ({ isOpen, isBusy, outlook, problem, onConfirm, onCancel }: Props) => {
  const cancel = useRef<HTMLButtonElement>(null);

  // Not while the answer is awaited: nothing closes the dialog then, and our own step back would dismiss the toast about the outcome.
  const hasBackStep = isOpen && !isBusy;
  useEffect(() => (hasBackStep ? takeBackStep(onCancel) : undefined), [hasBackStep, onCancel]);

  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(opens) => !opens && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" />
        <AlertDialog.Viewport className="dialog-viewport">
          <AlertDialog.Popup
            className="sheet dialog-motion max-h-full w-full overflow-y-auto overscroll-contain px-5 pt-6 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none max-sm:rounded-b-none sm:w-110 sm:p-6"
            initialFocus={cancel}
            finalFocus={focusAfter}
          >
            <AlertDialog.Title className="text-xl font-bold tracking-tight sm:text-2xl">
              Unsubscribe from service?
            </AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-ink-muted">
              You will lose access to premium leads and this action cannot be undone.
            </AlertDialog.Description>
            {outlook !== undefined && <p className="mt-3 font-medium">{outlook}</p>}
            <p role="alert" className="mt-3 text-sm text-danger empty:hidden">
              {problem}
            </p>
            <div className="mt-6">
              <DialogButtons
                main={
                  <BusyButton className="button-danger" busy={isBusy} busyText="Unsubscribing..." onClick={onConfirm}>
                    Confirm Unsubscribe
                  </BusyButton>
                }
              >
                <button
                  ref={cancel}
                  type="button"
                  className="button-line"
                  aria-disabled={isBusy || undefined}
                  onClick={onCancel}
                >
                  Cancel
                </button>
              </DialogButtons>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
