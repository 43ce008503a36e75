/** Rows of one page and where it stands. `totalItems` counts the rows of all pages. */
export type Page<Row> = {
  readonly rows: readonly Row[];
  readonly currentPage: number;
  readonly totalPages: number;
  readonly totalItems: number;
};

export type PageRequest = { readonly page: number; readonly size: number };

export const DEFAULT_PAGE_SIZE = 10;
export const LARGEST_PAGE_SIZE = 100;
/** The highest page number: a larger one is read as this. */
export const LARGEST_PAGE = 999_999_999;

/** Where a page lies among `totalItems` rows. Past the end is the last page; nothing at all is page 1 of 0. */
export const placeOfPage = (
  totalItems: number,
  { page, size }: PageRequest,
): { readonly currentPage: number; readonly totalPages: number; readonly offset: number } => {
  const totalPages = Math.ceil(totalItems / size);
  const currentPage = Math.max(1, Math.min(page, totalPages));
  return { currentPage, totalPages, offset: (currentPage - 1) * size };
};

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** The home pager: at most `width` numbers that slide with the current page, centred and clamped to the ends. */
export const slidingWindow = (currentPage: number, totalPages: number, width = 10): readonly number[] => {
  const length = Math.min(width, totalPages);
  const first = Math.max(1, Math.min(currentPage - Math.floor(length / 2), totalPages - length + 1));
  return range(first, first + length - 1);
};

/** How many pages on each side of the current one the dashboard's pager shows. */
const REACH = 2;

/** The dashboard pager: the first page, the last and those near the current one, `'gap'` between. */
export const edgesWindow = (currentPage: number, totalPages: number): readonly (number | 'gap')[] => {
  if (totalPages < 1) return [];
  const near = range(Math.max(1, currentPage - REACH), Math.min(totalPages, currentPage + REACH));
  const shown = [...new Set([1, ...near, totalPages])];
  return shown.flatMap((page, index) => (page - (shown[index - 1] ?? 0) > 1 ? ['gap', page] : [page]));
};
