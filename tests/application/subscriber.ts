import { endAtOnce, failRenewal, renew } from '#adapters/simulated-checkout/subscription.ts';
import type { Subscription as Provided } from '#adapters/simulated-checkout/subscription.ts';
import type { OpenedCheckout } from '#application/ports/payment-provider.ts';
import type { SubscribeOutcome } from '#application/subscribe.ts';
import { useCasesOn } from '#config/use-cases.ts';
import type { UseCases } from '#config/use-cases.ts';
import type { Instant } from '#domain/instant.ts';
import type { Subscription } from '#domain/subscription.ts';
import { SHOP_URL } from './shop.ts';
import type { Shop } from './shop.ts';

/** The subject of the letter that each subscription begins with. */
export const BEGUN = 'You are subscribed to the Lead Vault';

/** Of the one to whoever has paid for a month that was overdue. */
export const RESUMED = 'Your Lead Vault payment has arrived';

/** Of the one about an end, while there is access still. */
export const ENDING = 'Your Lead Vault subscription ends';

/** Of the one about a payment after the end. */
export const RETURNED = 'Your payment goes back';

/** What is read on the way back from a page whose payment has bought nothing. */
export const GOES_BACK = 'This payment has bought no time: it goes back to you.';

const URLS = {
  successUrl: `${SHOP_URL}/lead-vault-dashboard?session_id={ref}`,
  cancelUrl: `${SHOP_URL}/lead-vault?cancelled=1`,
};

/** A bill is paid that was sent before the end. */
const payLate = (ended: Provided, now: Instant): Provided => ({
  ...renew({ ...ended, state: 'active', endsAt: null }, now),
  state: 'ended',
  endsAt: ended.endsAt,
});

const HAPPENINGS: Readonly<
  Record<'renewal paid' | 'renewal failed' | 'ended' | 'paid late', (one: Provided, now: Instant) => Provided>
> = { 'renewal paid': renew, 'renewal failed': failRenewal, ended: endAtOnce, 'paid late': payLate };

const openedOf = (outcome: SubscribeOutcome): OpenedCheckout => {
  if (outcome.is !== 'opened') throw new Error(`not opened: ${outcome.is}`);
  return outcome.checkout;
};

/** Somebody with a verified account who is signed in. */
export const somebodyIn = async (shop: Shop, email = 'dana@example.com') => {
  const { outside, useCases, clock } = shop;
  const accountId = outside.secrets.id();
  const passwordHash = await outside.passwords.hash('sample-pass');
  await outside.atomically(({ accounts }) =>
    accounts.add({
      id: accountId,
      email,
      fullName: 'Dana Whitmore',
      phone: undefined,
      address: undefined,
      passwordHash,
      verification: { state: 'verified', verifiedAt: clock() },
      pendingEmail: undefined,
      emailToWarn: undefined,
      createdAt: clock(),
    }),
  );
  const signIn = async (): Promise<string> => {
    const signedIn = await useCases.signIn({ email, password: 'sample-pass', sessionToken: undefined });
    if (signedIn.is !== 'signed-in') throw new Error(signedIn.is);
    return signedIn.sessionToken;
  };
  let sessionToken = await signIn();

  const pay = (checkout: OpenedCheckout) => shop.pay(checkout, email);
  const confirm = ({ ref }: { readonly ref: string }) =>
    useCases.confirmSubscription({ sessionToken, checkoutRef: ref });

  const tabOf = (process: Pick<UseCases, 'subscribe'>) => {
    const subscribe = () => process.subscribe({ sessionToken, ...URLS });
    const open = async (): Promise<OpenedCheckout> => openedOf(await subscribe());
    return {
      subscribe,
      open,
      /** From the button to the dashboard. */
      becomeSubscriber: async (): Promise<OpenedCheckout> => {
        const checkout = await open();
        await pay(checkout);
        const outcome = await confirm(checkout);
        if (outcome.is !== 'subscribed') throw new Error(`not subscribed: ${outcome.is}`);
        return checkout;
      },
    };
  };

  return {
    accountId,
    email,
    ...tabOf(useCases),
    /** A tab whose requests another process gets. */
    tabElsewhere: () => tabOf(useCasesOn(outside)),
    pay,
    confirm,
    session: () => sessionToken,
    /** Sessions end when time passes. */
    signInAgain: async () => void (sessionToken = await signIn()),
    unsubscribe: () => useCases.unsubscribe(sessionToken),
    keep: () => useCases.keepSubscription(sessionToken),
    membership: async () => (await useCases.showUser(sessionToken))?.membership,
    stored: (): Promise<readonly Subscription[]> =>
      outside.atomically(({ subscriptions }) => subscriptions.findOfAccount(accountId)),
    /** The provider's own books: newest first. */
    provided: async (): Promise<readonly Provided[]> =>
      (await shop.monthly.list()).flatMap((one) => (one.email === email ? [one.subscription] : [])),
    /** Something that happens at the provider, of which we have not heard. */
    happens: async (what: keyof typeof HAPPENINGS) => {
      const [newest] = await shop.monthly.list();
      if (newest === undefined) throw new Error('no subscription');
      await shop.monthly.change(newest.subscription.id, (one) => HAPPENINGS[what](one, shop.clock()));
    },
  };
};
