import type { Outside } from '#config/outside.ts';
import type { SubscriptionProgress } from '#domain/subscription.ts';

type Live = Extract<SubscriptionProgress, { readonly state: 'live' }>;

/** Whoever asks what somebody may see reads another end of a live subscription than the one that is stored. */
const readAs =
  (change: (progress: Live) => Live) =>
  (outside: Outside): Outside => ({
    ...outside,
    users: {
      ofSession: async (hash) => {
        const user = await outside.users.ofSession(hash);
        const subscriptions = user?.subscriptions.map((subscription) => {
          const { progress } = subscription;
          return progress.state === 'live' ? { ...subscription, progress: change(progress) } : subscription;
        });
        return user && subscriptions && { ...user, subscriptions };
      },
    },
  });

/** A flag, which only news of the provider takes away. */
export const flagged = readAs((progress) => ({ ...progress, paidThrough: Date.UTC(2100, 0), endsAt: undefined }));

const local = (instant: number): number => instant + new Date(instant).getTimezoneOffset() * 60_000;

/** The end is taken for a time of the server's own zone. */
export const inLocalTime = readAs((progress) => ({
  ...progress,
  paidThrough: local(progress.paidThrough),
  endsAt: progress.endsAt && local(progress.endsAt),
}));
