/**
 * Single flight: a question is asked once at a time for each key, and whoever asks while its answer is awaited gets that answer too.
 * A one-time token is sent once that way, however often React runs an effect.
 */
export const joined = <Answer>(ask: (key: string) => Promise<Answer>): ((key: string) => Promise<Answer>) => {
  const running = new Map<string, Promise<Answer>>();
  return (key) => {
    const found = running.get(key);
    if (found !== undefined) return found;
    const asked = ask(key).finally(() => running.delete(key));
    running.set(key, asked);
    return asked;
  };
};
