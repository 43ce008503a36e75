import { renderToStaticMarkup } from 'react-dom/server';

import { documentTitle } from './components/screen-title.tsx';

export type PageWords = {
  /** What the screen calls the document; omitted, it has the product's own title. */
  readonly title?: string;
  /** For search results and previews; omitted, there is none: a page for users is in neither. */
  readonly description?: string;
};

/** The product's mark, a square. */
const PICTURE = '/icon-512.png';

type Needs = PageWords & {
  /** The public URL of the shop. Without it there is no picture: previews take absolute URLs only. */
  readonly publicUrl: string | undefined;
  /** Whether the page shows the results of a search: any text can stand in its address. */
  readonly isSearch: boolean;
};

/** The tags of a page's head for search results, and for previews of a shared link. */
export const pageHead = ({ title, description, publicUrl, isSearch }: Needs): string =>
  renderToStaticMarkup(
    <>
      <title>{documentTitle(title)}</title>
      {description !== undefined && <meta name="description" content={description} />}
      <meta property="og:site_name" content="Homelead" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={documentTitle(title)} />
      {description !== undefined && <meta property="og:description" content={description} />}
      <meta name="twitter:card" content="summary" />
      {isSearch && <meta name="robots" content="noindex" />}
      {publicUrl !== undefined && <meta property="og:image" content={publicUrl + PICTURE} />}
    </>,
  );
