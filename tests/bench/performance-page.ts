const FIRST = '<!-- measured -->';
const LAST = '<!-- end of what was measured -->';

/** The page with another text between its marks. Throws if it has none. */
export const withTables = (page: string, text: string): string => {
  const [from, to] = [page.indexOf(FIRST), page.indexOf(LAST)];
  if (from < 0 || to < from) throw new Error(`the page has no ${FIRST} … ${LAST}`);
  return `${page.slice(0, from)}${FIRST}\n\n${text}\n\n${page.slice(to)}`;
};
