const LONG = { day: 'numeric', month: 'long', year: 'numeric' } as const;

/** A date of an answer the way people read it, in their own time zone: `November 14, 2026`. No page loads a format ahead of it. */
export const longDate = (iso: string): string => new Date(iso).toLocaleDateString('en-US', LONG);

/** The time of day on a visitor's own clock: `10:00 AM`, on one line. By hand, as figures are: the home page shows it. */
export const clockTime = (at: Date): string => {
  const minutes = at.getMinutes().toString().padStart(2, '0');
  return `${at.getHours() % 12 || 12}:${minutes}\u00A0${at.getHours() < 12 ? 'AM' : 'PM'}`;
};

type Subscription = { readonly isSubscribed: boolean; readonly subscriptionDate: string | null };

/** Since when a user is subscribed, if he is: `Subscribed November 14, 2026`. `word` comes between. */
export const subscriptionText = ({ isSubscribed, subscriptionDate }: Subscription, word: '' | 'on ' = ''): string => {
  if (!isSubscribed) return 'Not Subscribed';
  return subscriptionDate === null ? 'Subscribed' : `Subscribed ${word}${longDate(subscriptionDate)}`;
};
