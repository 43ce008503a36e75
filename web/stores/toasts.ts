import { create } from 'zustand';

export type ToastMessage = {
  readonly title: string;
  readonly description?: string;
  /** `plain`: something has succeeded; `note`: information only; an `error` stays longer. */
  readonly tone: 'plain' | 'note' | 'error';
};

/** An order to the host. A toast with the id of one on screen takes its place. */
export type ToastOrder =
  | { readonly do: 'show'; readonly id: string; readonly message: ToastMessage }
  | { readonly do: 'dismiss'; readonly id: string };

type Toasts = {
  /** From the first toast on: the host is loaded then, and stays. */
  readonly wanted: boolean;
  readonly orders: readonly ToastOrder[];
};

export const useToasts = create<Toasts>(() => ({ wanted: false, orders: [] }));

const order = (next: ToastOrder): void => {
  useToasts.setState(({ orders }) => ({ wanted: true, orders: [...orders, next] }));
};

/** Shows a toast, at once or as soon as its host has loaded; answers the id to dismiss it by. One title shows only once. */
export const toast = (message: ToastMessage): string => {
  order({ do: 'show', id: message.title, message });
  return message.title;
};

/** Takes a toast away before its time. Unknown ids are ignored. */
export const dismissToast = (id: string): void => {
  if (useToasts.getState().wanted) order({ do: 'dismiss', id });
};

/** Takes the orders that wait for the host, oldest first. */
export const takeToastOrders = (): readonly ToastOrder[] => {
  const { orders } = useToasts.getState();
  if (orders.length > 0) useToasts.setState({ orders: [] });
  return orders;
};
