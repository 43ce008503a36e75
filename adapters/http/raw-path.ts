/**
 * The path of a request as it was written, by which routes are found: a needless escape (`/%61pi`) makes another path, so a proxy's
 * rule for one of ours cannot be bypassed. Dots are resolved before, as in every URL.
 */
export const rawPath = ({ url }: { readonly url: string }): string => {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return '/';
  for (let end = start; end < url.length; end += 1)
    if (url[end] === '?' || url[end] === '#') return url.slice(start, end);
  return url.slice(start);
};
