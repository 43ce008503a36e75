type Work<How extends readonly unknown[], Answer> = (id: string, ...how: How) => Promise<Answer>;

/**
 * Does `work` for one id at a time in this process, by a mutex for each id. Whoever comes meanwhile waits, and finds done what the first one
 * did. Nobody gets the first one's answer, as something may have happened since it was asked for. Between processes only the store
 * keeps order.
 */
export const inTurn = <How extends readonly unknown[], Answer>(work: Work<How, Answer>): Work<How, Answer> => {
  const turns = new Map<string, Promise<unknown>>();
  return async (id, ...how) => {
    const begin = (): Promise<Answer> => work(id, ...how);
    const before = turns.get(id);
    const turn = before === undefined ? begin() : before.then(begin, begin);
    turns.set(id, turn);
    try {
      return await turn;
    } finally {
      if (turns.get(id) === turn) turns.delete(id);
    }
  };
};
