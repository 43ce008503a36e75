import type { Documents, Json } from '#application/ports/documents.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

type Openings = Pick<PaymentProvider, 'openPurchase'> & Pick<SubscriptionProvider, 'openSubscription'>;

const COLLECTION = 'page-decisions';

/** The same providers, calling back for each page that they open. */
export const tellingOfPages = (
  { openPurchase, openSubscription }: Openings,
  tell: (ref: string) => Promise<unknown>,
): Openings => {
  const telling =
    <Wish, Page extends { readonly ref: string }>(open: (wish: Wish) => Promise<Page>) =>
    async (wish: Wish): Promise<Page> => {
      const page = await open(wish);
      await tell(page.ref);
      return page;
    };
  return { openPurchase: telling(openPurchase), openSubscription: telling(openSubscription) };
};

/** What an adapter remembers of pages that it cannot take away, visible to every process of the shop. */
export const pageDecisions = (documents: Documents) => ({
  remember: (ref: string): Promise<Json> => documents.add(COLLECTION, ref, 'open'),
  /** The first decision stays: that an open page was closed, or that its payment is finished. `undefined`: no such page. */
  decide: (ref: string, what: 'closed' | 'finished'): Promise<Json | undefined> =>
    documents.change(COLLECTION, ref, (decided) => (decided === 'open' ? what : undefined)),
  isClosed: async (ref: string): Promise<boolean> => (await documents.read(COLLECTION, ref)) === 'closed',
});
