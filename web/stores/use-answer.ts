import { useEffect, useState } from 'react';

/** The signal aborts when nobody waits for the answer any more. */
type Ask<Answer> = (question: string, signal: AbortSignal) => Promise<Answer>;

type Answered<Answer> = { readonly round: number; readonly question: string; readonly answer: Answer };

/**
 * Asks a screen's one question, and again on `askAgain`; an empty question is not asked. `answer` is `undefined` until it comes; an
 * answer that comes after the screen was left, or another question asked, is dropped. `ask` must be the same at each drawing, and turn
 * its faults into answers: it never rejects.
 */
export const useAnswer = <Answer>(
  question: string,
  ask: Ask<Answer>,
): { readonly answer: Answer | undefined; readonly askAgain: () => void } => {
  const [round, setRound] = useState(0);
  const [answered, setAnswered] = useState<Answered<Answer>>();

  useEffect(() => {
    if (question === '') return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    void ask(question, signal).then((answer) => {
      if (!signal.aborted) setAnswered({ round, question, answer });
    });
    return () => leaving.abort();
  }, [ask, question, round]);

  const isAnswered = answered?.round === round && answered.question === question;
  return { answer: isAnswered ? answered.answer : undefined, askAgain: () => setRound(round + 1) };
};
