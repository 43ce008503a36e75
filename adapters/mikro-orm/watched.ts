type Method = (...args: readonly unknown[]) => Promise<unknown>;
type Methods = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

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
  const entries = Object.entries(repositories as Methods).map(([name, repository]) => [
    name,
    Object.fromEntries(Object.entries(repository).map(([verb, method]) => [verb, watch(method as Method)])),
  ]);
  return Object.fromEntries(entries) as Repositories;
};
