type Work<How extends readonly unknown[], Answer> = (id: string, ...how: How) => Promise<Answer>;

/**
 * `work` for one id at a time in this process: who comes meanwhile begins after it, and finds done what it did. It is not shared,
 * as who came later may know of something that happened since. Other processes are kept apart by the store alone.
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
