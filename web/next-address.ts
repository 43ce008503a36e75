/** Where a sign-in leads when no page sent the visitor. */
const DASHBOARD = '/lead-vault-dashboard';

const SIGN_IN = '/signin';

/** A placeholder for our own origin, whichever that is. */
const HERE = 'https://here.invalid';

/**
 * Where to go after a sign-in, from the query of an address: the page that `next` names, the dashboard without one. Only a page of this
 * site counts, so that a forged link leads nobody elsewhere, nor to the API.
 */
export const nextAddress = (search: string): string => {
  const wanted = new URLSearchParams(search).get('next') ?? '';
  if (!wanted.startsWith('/') || !URL.canParse(wanted, HERE)) return DASHBOARD;
  const { origin, pathname, search: query, hash } = new URL(wanted, HERE);
  // `/.//elsewhere` has our origin here, but the path `//elsewhere`, which a browser reads as a host.
  const isOurs = origin === HERE && !/^\/(?:\/|api\/)/.test(pathname) && pathname !== SIGN_IN;
  return isOurs ? pathname + query + hash : DASHBOARD;
};

/** The sign-in that leads back to `page` (a path with its query). */
export const signInHref = (page: string): string =>
  page === DASHBOARD ? SIGN_IN : `${SIGN_IN}?${new URLSearchParams({ next: page })}`;
