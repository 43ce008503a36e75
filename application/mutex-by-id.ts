type Work<How extends readonly unknown[], Answer> = (id: string, ...how: How) => Promise<Answer>;

/**
 * A mutex for each id: in this process one call of `work` runs for an id at a time. A later call waits, and then finds done what the
 * first one did; it does not get the first one's answer, as something may have happened since. Between processes only the store
 * keeps order.
 */
export const mutexById = <How extends readonly unknown[], Answer>(work: Work<How, Answer>): Work<How, Answer> => {
  const last = new Map<string, Promise<unknown>>();
  return async (id, ...how) => {
    const begin = (): Promise<Answer> => work(id, ...how);
    const before = last.get(id);
    const turn = before === undefined ? begin() : before.then(begin, begin);
    last.set(id, turn);
    try {
      return await turn;
    } finally {
      if (last.get(id) === turn) last.delete(id);
    }
  };
};
