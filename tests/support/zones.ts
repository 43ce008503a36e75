/** Runs `work` as on a server in the time zone `zone`. */
export const inZone = async <T>(zone: string, work: () => Promise<T>): Promise<T> => {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
};
