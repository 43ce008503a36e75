import { remote } from './remote.ts';
import { renewal } from './renewal.ts';
import { tellError, tellNewLeads, untellError } from './tell.ts';

/** The delay of every request of a list, in milliseconds, so that quick paging asks once. */
const FETCH_DELAY = 150;

type Paged = { readonly page: number };
type Page = { readonly currentPage: number; readonly data: readonly { readonly id: string }[] };

/** Says so where the page has leads in a new week that it did not have before; answers whether it has. */
const tellNews = ({ data: before }: Page, { data }: Page): boolean => {
  const hasNews = data.some(({ id }) => before.every((lead) => lead.id !== id));
  if (hasNews) tellNewLeads();
  return hasNews;
};

type Options<Address> = {
  /** Whether two addresses are pages of one list. */
  readonly isSame: (one: Address, other: Address) => boolean;
  /** The message when a page cannot be fetched. */
  readonly failed: string;
};

/** A list that is fetched page by page as the address says, and kept up to date while it is open. */
export const list = <Address extends Paged, Answer extends Page>(
  ask: (address: Address, signal: AbortSignal) => Promise<Answer>,
  { isSame, failed }: Options<Address>,
) => {
  const pages = remote<Address, Answer>(ask, {
    wait: FETCH_DELAY,
    onFailure: () => tellError(failed),
    onRecovery: untellError,
    // A page past the end was answered with the last one: when the address is corrected to that, its rows are here already.
    known: (address, { phase, request, answer }) =>
      phase === 'ready' &&
      request !== undefined &&
      request.page !== address.page &&
      isSame(request, address) &&
      answer?.currentPage === address.page,
  });

  /** The last page, when the address asks for one past it: the server has answered that in its place. */
  const useLastPage = (address: Address): number | undefined =>
    pages.useRemote(({ phase, request, answer }) => {
      const isAnswered = phase === 'ready' && request?.page === address.page && isSame(request, address);
      return isAnswered && answer?.currentPage !== address.page ? answer?.currentPage : undefined;
    });

  return { ...pages, ...renewal(pages, ask, tellNews), useLastPage };
};
