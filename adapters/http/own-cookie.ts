type OwnCookie = {
  /** Its name: over HTTPS with the prefix that binds it to one host. */
  readonly nameOf: (https: boolean) => string;
  /** Its value in a `Cookie` header; `undefined` when it is missing, or has a form that it cannot have. */
  readonly valueIn: (cookies: string | undefined, https: boolean) => string | undefined;
};

/** The pattern of a token in a cookie. */
export const TOKEN = String.raw`[\w-]{43}`;

/** No script reads our cookies, and no form of another site sends them (C10). */
export const ownOptions = (https: boolean) => ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: https }) as const;

/** A cookie of ours. `value` is the pattern of what it may hold. */
export const ownCookie = (name: string, value: string): OwnCookie => {
  const nameOf = (https: boolean): string => (https ? `__Host-${name}` : name);
  const patternOf = (https: boolean): RegExp =>
    new RegExp(String.raw`(?:^|;)[ \t]*${nameOf(https)}=(${value})[ \t]*(?:;|$)`);
  const [plain, secure] = [patternOf(false), patternOf(true)];
  return {
    nameOf,
    // Called for nearly every request: parsing all cookies costs as much as looking a session up.
    valueIn: (cookies, https) => (cookies === undefined ? undefined : (https ? secure : plain).exec(cookies)?.[1]),
  };
};
