/**
 * The path of a request as it was written, which routes are found by: what is escaped needlessly (`/%61pi`) is another path, so a rule
 * that a proxy has for one of ours cannot be walked around. Dots are resolved before, as in every URL.
 */
export const rawPath = ({ url }: { readonly url: string }): string => {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return '/';
  for (let end = start; end < url.length; end += 1)
    if (url[end] === '?' || url[end] === '#') return url.slice(start, end);
  return url.slice(start);
};
