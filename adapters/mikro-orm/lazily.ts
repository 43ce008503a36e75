/** An object whose parts are made when they are first asked for, and kept. */
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

/** The same object with other parts in place of some; each is taken from where it is only when it is asked for. */
export const overlay = <Whole extends object>(whole: Whole, parts: Partial<Whole>): Whole =>
  new Proxy(whole, {
    get: (all, name) => Reflect.get(Object.hasOwn(parts, name) ? parts : all, name) as unknown,
  });
