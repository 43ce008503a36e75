/** An object whose parts are made on first use, and kept. */
export const lazily = <Whole extends object>(makers: {
  readonly [Name in keyof Whole]: () => Whole[Name];
}): Whole => {
  const made = new Map<PropertyKey, unknown>();
  return new Proxy(makers, {
    get: (all, name) => {
      if (!made.has(name)) made.set(name, all[name as keyof Whole]?.());
      return made.get(name);
    },
  }) as unknown as Whole;
};

/** The same object with some parts replaced by others that are made at each use. None is a getter (decision 21). */
export const overlay = <Whole extends object>(
  whole: Whole,
  makers: { readonly [Name in keyof Whole]?: () => Whole[Name] },
): Whole =>
  new Proxy(whole, {
    get: (all, name) =>
      (Object.hasOwn(makers, name) ? makers[name as keyof Whole]?.() : Reflect.get(all, name)) as unknown,
  });
