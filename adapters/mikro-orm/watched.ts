type Method = (...args: readonly unknown[]) => Promise<unknown>;
type Methods = Readonly<Partial<Record<string, Readonly<Record<string, unknown>>>>>;

/** The same repositories, but none of their methods runs after the end, and each error is told to `failed` as well. */
export const watched = <Repositories extends object>(
  repositories: Repositories,
  transaction: { readonly active: boolean },
  failed: (error: unknown) => void,
): Repositories => {
  const watch =
    (method: Method): Method =>
    async (...args) => {
      if (!transaction.active) throw new Error('the transaction has ended');
      try {
        return await method(...args);
      } catch (error) {
        failed(error);
        throw error;
      }
    };
  const known = new Map<PropertyKey, object>();
  // Most work uses one or two of them: the others are not looked at.
  return new Proxy(repositories, {
    get: (all, name) => {
      const repository = (all as Methods)[name as string];
      if (repository === undefined) return undefined;
      const watchedOne =
        known.get(name) ??
        Object.fromEntries(Object.entries(repository).map(([verb, method]) => [verb, watch(method as Method)]));
      known.set(name, watchedOne);
      return watchedOne;
    },
  });
};
