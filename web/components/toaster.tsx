import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';

import { takeToastOrders, useToasts } from '#web/stores/toasts.ts';
import type { ToastMessage, ToastOrder } from '#web/stores/toasts.ts';

import { useBelowHeader } from './use-below-header.ts';
import { useFocusBack } from './use-focus-back.ts';

type Look = {
  /** How long a toast stays, in milliseconds; it waits while the pointer or the focus is on it. */
  readonly stay: number;
  readonly icon: LucideIcon;
  readonly colour: string;
};

const LOOKS: Record<ToastMessage['tone'], Look> = {
  plain: { stay: 6_000, icon: CircleCheck, colour: 'text-brand' },
  note: { stay: 6_000, icon: Info, colour: 'text-ink-muted' },
  error: { stay: 10_000, icon: CircleAlert, colour: 'text-danger' },
};

/** A dismissed toast stays until it has been on screen this long, in milliseconds. */
const GLANCE = 1_500;

/** In milliseconds: a live region is announced only if it is there this long before its first text. */
const LISTENING = 100;

const manager = Toast.createToastManager<Look>();

type Shown = { readonly id: string; readonly since: number };

/**
 * The toasts on screen by the ids of their orders, the newest last. A toast that is already closing takes no new text: a new one
 * follows it.
 */
const onScreen = new Map<string, Shown>();
/** The ids of dismissed toasts, which stay for `GLANCE`. */
const dismissed = new Set<string>();
let shown = 0;

const dismiss = (toast: Shown | undefined): void => {
  if (toast === undefined) return;
  dismissed.add(toast.id);
  // A toast that has been seen long enough goes at once, as it is outdated. At least 1: to the library 0 means forever.
  manager.update(toast.id, { timeout: Math.max(1, toast.since + GLANCE - Date.now()) });
};

const show = ({ title, description, tone }: ToastMessage, order: string): void => {
  const known = onScreen.get(order)?.id;
  const isNewest = known !== undefined && known === [...onScreen.values()].at(-1)?.id;
  const id = isNewest ? known : `${order} ${(shown += 1)}`;
  dismissed.delete(id);
  // A dismissed toast may contradict the new one, and a change of a toast below a newer one would go unnoticed.
  for (const old of [...dismissed, ...(known === undefined || isNewest ? [] : [known])]) manager.close(old);
  onScreen.delete(order);
  onScreen.set(order, { id, since: Date.now() });
  const onClose = (): void => {
    dismissed.delete(id);
    if (onScreen.get(order)?.id === id) onScreen.delete(order);
  };
  const look = LOOKS[tone];
  manager.add({ id, title, description, timeout: look.stay, data: look, onClose });
};

const carryOut = (order: ToastOrder): void =>
  order.do === 'dismiss' ? dismiss(onScreen.get(order.id)) : show(order.message, order.id);

const carryOutAll = (): void => takeToastOrders().forEach(carryOut);

/** Shows the toasts of the store. It is mounted with the first one and stays, so that later ones are announced too. */
export const Toaster = () => {
  const viewport = useRef<HTMLDivElement>(null);
  useBelowHeader(viewport);
  const { onFocus, giveBack } = useFocusBack(viewport);

  useEffect(() => {
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      carryOutAll();
      stop = useToasts.subscribe(carryOutAll);
    }, LISTENING);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, []);

  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          ref={viewport}
          onFocus={onFocus}
          className="fixed inset-x-3 top-[calc(max(env(safe-area-inset-top),var(--header,0px))+0.75rem)] z-50 flex flex-col gap-2 outline-none print:hidden sm:w-92 sm:not-short:inset-auto sm:not-short:right-6 sm:not-short:bottom-6 sm:not-short:flex-col-reverse"
        >
          <ToastList onOver={giveBack} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
};

/** `onOver` is called when the last toast begins to go. */
const ToastList = ({ onOver }: { readonly onOver: () => void }) => {
  const { toasts } = Toast.useToastManager<Look>();
  const isOver = toasts.every(({ transitionStatus }) => transitionStatus === 'ending');
  useLayoutEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  return toasts.map((toast, index) => {
    const { icon: Icon, colour } = toast.data ?? LOOKS.plain;
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['up', 'right', 'down']}
        // Where a dialog leaves little room, only the newest toast is shown.
        className={`@container rounded-card border border-line bg-surface shadow-raised transition-[opacity,transform] duration-200 [transform:translate(var(--toast-swipe-movement-x),var(--toast-swipe-movement-y))] data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0 max-sm:data-starting-style:[transform:translateY(-0.75rem)] sm:data-starting-style:[transform:translateY(0.75rem)] ${index > 0 ? 'max-lg:hidden' : ''}`}
      >
        <Toast.Content key={toast.updateKey} className="flex flex-wrap items-start gap-x-3 py-2 pr-2 pl-4">
          <Icon aria-hidden size={20} className={`mt-2.5 shrink-0 ${colour}`} />
          <div className="own-line py-2">
            <Toast.Title render={<p />} className="font-semibold" />
            <Toast.Description className="text-sm text-ink-muted" />
          </div>
          <button
            type="button"
            className="icon-button ml-auto shrink-0"
            aria-label="Dismiss"
            // Keeps the focus where the visitor was working.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => manager.close(toast.id)}
          >
            <X aria-hidden size={18} />
          </button>
        </Toast.Content>
      </Toast.Root>
    );
  });
};
