import type { Clock } from '#application/ports/clock.ts';
import type { BrowserPart } from '#application/ports/payment-profile.ts';
import type { PublicAnswer } from '#adapters/http/answers/answer.ts';
import { drawnPages } from './drawn-pages.ts';
import type { DrawnPages, CachedPage, Visit } from './drawn-pages.ts';
import type { Files } from './folder-files.ts';
import type { Policy } from '#adapters/http/content-policy.ts';
import { pageCache } from './page-cache.ts';
import { withPaymentTags } from './payment-tags.ts';
import type { PublicAnswers } from '#adapters/http/answers/public-answers.ts';

/** Pages whose address contains the secret of a link: no cache on the way may store them. */
const LINK_PAGES: ReadonlySet<string> = new Set(['/verify', '/reset-password']);

/** Drawn for every address that has no page. */
const MISSING = '/*';

/** They are not sent as any other page: only the app knows how. */
const BY_THE_APP: ReadonlySet<string> = new Set([...LINK_PAGES, MISSING]);

export type WebFiles = {
  readonly files: Files;
  /** The HTML that every page starts from. */
  readonly shell: (path: string) => Promise<string>;
  /** The pages that the server draws; none in development. */
  readonly pages?: DrawnPages;
  /** The hashes of the inline styles of the pages, for the content security policy. */
  readonly styles?: readonly string[];
  /** A content security policy for the pages, where the usual one would block the web's own tools. */
  readonly policy?: Policy;
};

/** The answers of the web: its files and its pages. */
export type PageAnswers = {
  readonly file: (path: string) => PublicAnswer | undefined;
  /** The cached page, if it is still true, at once; `undefined` where it has to be made. */
  readonly cached: (path: string, query: string, hasSession: boolean) => CachedPage | undefined;
  /** A page, drawn, or as the shell that the browser fills. */
  readonly page: (visit: Visit) => Promise<PublicAnswer>;
  /** The page for an address that has none, in the same way. */
  readonly missing: (visit: Visit) => Promise<PublicAnswer>;
};

type Needs = {
  readonly web: WebFiles;
  readonly answers: PublicAnswers;
  readonly payments: BrowserPart;
  readonly clock: Clock;
};

export const pageAnswers = ({ web: { files, shell, pages }, answers, payments, clock }: Needs): PageAnswers => {
  const keep = pageCache();
  const finish = (html: string): string => withPaymentTags(html, payments);
  const drawn = pages && drawnPages({ pages, answers, keep, clock, finish });

  const emptyPage = async (path: string): Promise<PublicAnswer> => {
    const html = finish(await shell(path));
    return keep.make('', html, () => html);
  };

  return {
    file: (path) => files.get(path),
    cached: (path, query, hasSession) => (BY_THE_APP.has(path) ? undefined : drawn?.cached(path, query, hasSession)),
    page: async (visit) => {
      const page = (await drawn?.draw(visit)) ?? (await emptyPage(visit.path));
      return LINK_PAGES.has(visit.path) ? { ...page, caching: 'no-store' } : page;
    },
    missing: async (visit) => (await drawn?.draw({ ...visit, path: MISSING })) ?? emptyPage(visit.path),
  };
};
