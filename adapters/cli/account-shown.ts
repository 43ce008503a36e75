import { counted } from '#domain/count.ts';
import type { Membership } from '#domain/membership.ts';
import type { Subscription } from '#domain/subscription.ts';
import type { TokenPurpose } from '#domain/token.ts';
import type { AccountView, OpenLink } from '#application/find-account.ts';
import { subscriptionText } from '#application/state-texts.ts';
import { done, factsTable, refused } from './answer.ts';
import type { OperatorAnswer } from './answer.ts';
import { isoTime, time } from './words.ts';

const UNKNOWN =
  'There is no such account. Who buys single leads needs none: npm run leads -- purchases list --buyer EMAIL';

const LINK: Readonly<Record<TokenPurpose, string>> = {
  VERIFY_EMAIL: 'to verify the address',
  PASSWORD_RESET: 'to set a new password',
  CHANGE_EMAIL: 'to confirm the new address',
};

const linkText = ({ purpose, until }: OpenLink): string => `${LINK[purpose]}, until ${time(until)}`;

const accessText = (membership: Membership): string => {
  if (membership.is === 'none') return 'none';
  const { accessUntil, renewsAt, isOverdue } = membership;
  if (isOverdue) return `until ${time(accessUntil)}: the last payment failed`;
  return renewsAt === undefined ? `until ${time(accessUntil)}: it ends then` : `renews ${time(renewsAt)}`;
};

/** The provider's own name for it; `undefined` until it has been paid. */
const refOf = ({ progress }: Subscription): string | undefined => ('ref' in progress ? progress.ref : undefined);

const subscriptionLine = (subscription: Subscription): string =>
  [subscription.id, refOf(subscription), subscriptionText(subscription)]
    .filter((part) => part !== undefined)
    .join(', ');

const subscriptionJson = (subscription: Subscription) => ({
  id: subscription.id,
  openedAt: isoTime(subscription.openedAt),
  state: subscription.progress.state,
  text: subscriptionText(subscription),
  providerRef: refOf(subscription) ?? null,
});

const accessJson = (membership: Membership) =>
  membership.is === 'none'
    ? null
    : {
        since: isoTime(membership.since),
        until: isoTime(membership.accessUntil),
        renewsAt: isoTime(membership.renewsAt),
        isOverdue: membership.isOverdue,
      };

/** What support needs to know of one account. */
export const accountShown = (view: AccountView | undefined): OperatorAnswer => {
  if (view === undefined) return refused('unknown', UNKNOWN);
  const { account, membership, subscriptions, openLinks, signedIn } = view;
  const { verification } = account;
  const verifiedAt = verification.state === 'verified' ? verification.verifiedAt : undefined;
  const facts = factsTable([
    ['Account', account.id],
    ['Email', account.email],
    ['New email', account.pendingEmail && `${account.pendingEmail}, not confirmed yet`],
    ['Name', account.fullName],
    ['Registered', time(account.createdAt)],
    ['Verified', verifiedAt === undefined ? 'no: it cannot sign in' : time(verifiedAt)],
    ['Signed in', signedIn === 0 ? 'nowhere' : `in ${counted(signedIn, 'browser')}`],
    ...openLinks.map((link) => ['Link', linkText(link)] as const),
    ['Lead Vault', accessText(membership)],
    ...subscriptions.map((subscription) => ['Subscription', subscriptionLine(subscription)] as const),
  ]);
  const json = {
    id: account.id,
    email: account.email,
    pendingEmail: account.pendingEmail ?? null,
    name: account.fullName,
    registeredAt: isoTime(account.createdAt),
    verifiedAt: isoTime(verifiedAt),
    signedIn,
    links: openLinks.map(({ purpose, until }) => ({ purpose, until: isoTime(until) })),
    access: accessJson(membership),
    subscriptions: subscriptions.map(subscriptionJson),
  };
  return done({ account: json }, [], facts);
};
