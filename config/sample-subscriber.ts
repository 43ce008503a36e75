import type { UseCases } from './use-cases.ts';

type Needs = {
  readonly useCases: Pick<UseCases, 'signIn' | 'signOut' | 'showUser' | 'subscribe' | 'confirmSubscription'>;
  /** The buyer on the simulated hosted page. */
  readonly buyer: { readonly pay: (ref: string, email: string) => Promise<void> };
  readonly shopUrl: string;
};

/**
 * Subscribes a sample account to the Lead Vault as its owner would: signed in, by the hosted page. Does nothing if the sign-in fails,
 * or the account has been subscribed before.
 */
export const subscribeSample = async (
  { email, password }: { readonly email: string; readonly password: string },
  { useCases, buyer, shopUrl }: Needs,
): Promise<void> => {
  const signedIn = await useCases.signIn({ email, password, sessionToken: undefined });
  if (signedIn.is !== 'signed-in') return;
  const { sessionToken } = signedIn;
  const page = `${shopUrl}/lead-vault-dashboard`;
  const opened = await useCases.subscribe({ sessionToken, successUrl: page, cancelUrl: page });
  if (opened.is === 'opened') {
    await buyer.pay(opened.checkout.ref, email);
    await useCases.confirmSubscription({ sessionToken, checkoutRef: opened.checkout.ref });
  }
  await useCases.signOut(sessionToken);
};
