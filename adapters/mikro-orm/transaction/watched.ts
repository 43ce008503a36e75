type Method = (...args: readonly unknown[]) => Promise<unknown>;
type Methods = Readonly<Partial<Record<string, Method>>>;

/** The same repositories, but none of their methods runs after the end, and each error is passed to `failed` as well. */
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
  // Wrapped on first use, as most work uses one or two of their methods.
  const methods = (repository: Methods): Methods =>
    new Proxy(repository, {
      get: (all, verb) => {
        const method = all[verb as string];
        return method && watch(method);
      },
    });
  return new Proxy(repositories, {
    get: (all, name) => {
      const repository = (all as Readonly<Partial<Record<PropertyKey, Methods>>>)[name];
      return repository && methods(repository);
    },
  });
};
