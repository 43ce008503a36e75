type OwnCookie = {
  /** What it is called: with the prefix that binds it to one host, where there is HTTPS. */
  readonly nameOf: (https: boolean) => string;
  /** What it holds among the cookies that a browser has sent; `undefined` when it is not there, or holds what it may not. */
  readonly valueIn: (cookies: string | undefined, https: boolean) => string | undefined;
};

/** What a token looks like, in a cookie that holds one. */
export const TOKEN = String.raw`[\w-]{43}`;

/** No script reads them, and no other site's form sends them (C10). */
export const ownOptions = (https: boolean) => ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: https }) as const;

/** A cookie of ours. `value` is the pattern of what it may hold. */
export const ownCookie = (name: string, value: string): OwnCookie => {
  const nameOf = (https: boolean): string => (https ? `__Host-${name}` : name);
  const patternOf = (https: boolean): RegExp =>
    new RegExp(String.raw`(?:^|;)[ \t]*${nameOf(https)}=(${value})[ \t]*(?:;|$)`);
  const [plain, secure] = [patternOf(false), patternOf(true)];
  return {
    nameOf,
    // Asked by nearly every request: to take all its cookies apart costs as much as to look a session up.
    valueIn: (cookies, https) => (https ? secure : plain).exec(cookies ?? '')?.[1],
  };
};
