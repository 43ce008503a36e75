import { renderToStaticMarkup } from 'react-dom/server';

import { documentTitle } from './components/screen-title.tsx';

export type PageWords = {
  /** What the screen calls the document; omitted, it has the product's own title. */
  readonly title?: string;
  readonly description: string;
};

/** The product's mark, a square. */
const PICTURE = '/icon-512.png';

type Needs = PageWords & {
  /** Where the shop is seen from outside. Without it there is no picture: previews take whole addresses only. */
  readonly publicUrl: string | undefined;
  /** Whether it shows what somebody has searched for: any text can stand in its address. */
  readonly isSearch: boolean;
};

/** What search results, and previews of a link that was shared, show of a page: for its head. */
export const pageHead = ({ title, description, publicUrl, isSearch }: Needs): string =>
  renderToStaticMarkup(
    <>
      <title>{documentTitle(title)}</title>
      <meta name="description" content={description} />
      <meta property="og:site_name" content="Homelead" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={documentTitle(title)} />
      <meta property="og:description" content={description} />
      <meta name="twitter:card" content="summary" />
      {isSearch && <meta name="robots" content="noindex" />}
      {publicUrl !== undefined && <meta property="og:image" content={publicUrl + PICTURE} />}
    </>,
  );
