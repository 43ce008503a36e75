import type { Around } from '#tests/promises/restarts.ts';

/** Believes what the latest notification says instead of reading what is true. */
export const believing: Around = () => {
  const words = new Map<string, string>();
  return (outside) => {
    const { payments } = outside;
    return {
      ...outside,
      payments: {
        ...payments,
        readNotification: async (raw) => {
          const notification = await payments.readNotification(raw);
          const { type = '', word = type } = JSON.parse(new TextDecoder().decode(raw.body)) as Record<string, string>;
          if (notification.about.kind !== 'nothing of ours') words.set(notification.about.ref, word);
          return notification;
        },
        readPurchase: async (ref) =>
          words.get(ref) === 'checkout.closed' ? { state: 'closed' } : payments.readPurchase(ref),
        readSubscription: async (ref) => {
          const reading = await payments.readSubscription(ref);
          return words.get(ref) === 'cancelled' ? { ...reading, status: 'ended' } : reading;
        },
      },
    };
  };
};

/** Knows which notifications it had only as long as its process lives. */
export const forgetful: Around = () => {
  const known = new Set<string>();
  return (outside) => ({
    ...outside,
    atomically: (work) =>
      outside.atomically((repositories) =>
        work({
          ...repositories,
          notifications: {
            ...repositories.notifications,
            remember: async ({ id }) => {
              const isNew = !known.has(id);
              known.add(id);
              return isNew;
            },
          },
        }),
      ),
  });
};
