/** The address of this very page with one parameter less. */
export const addressWithout = (name: string): string => {
  const query = new URLSearchParams(window.location.search);
  query.delete(name);
  return query.size === 0 ? window.location.pathname : `${window.location.pathname}?${query}`;
};
