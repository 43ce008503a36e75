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
