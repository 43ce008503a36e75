const LONG = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric' });

/** A date of an answer the way people read it, in their own time zone: `November 14, 2026`. */
export const longDate = (iso: string): string => LONG.format(new Date(iso));

type Subscription = { readonly isSubscribed: boolean; readonly subscriptionDate: string | null };

/** Since when a user is subscribed, if he is: `Subscribed November 14, 2026`. `word` comes between. */
export const subscriptionText = ({ isSubscribed, subscriptionDate }: Subscription, word: '' | 'on ' = ''): string => {
  if (!isSubscribed) return 'Not Subscribed';
  return subscriptionDate === null ? 'Subscribed' : `Subscribed ${word}${longDate(subscriptionDate)}`;
};
