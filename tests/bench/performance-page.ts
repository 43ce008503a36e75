/** What a page of the documents keeps of a benchmark, between its marks. */
export type Kept = 'measured' | 'painted' | 'compared';

/** The page with another text between the marks. Throws if it has none. */
export const withTables = (page: string, text: string, kept: Kept = 'measured'): string => {
  const [first, last] = [`<!-- ${kept} -->`, `<!-- end of what was ${kept} -->`];
  const [from, to] = [page.indexOf(first), page.indexOf(last)];
  if (from < 0 || to < from) throw new Error(`the page has no ${first} … ${last}`);
  return `${page.slice(0, from)}${first}\n\n${text}\n\n${page.slice(to)}`;
};
