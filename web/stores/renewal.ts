import { MINUTE, SECOND, WEEK } from '#domain/instant.ts';
import { weekStart } from '#domain/week.ts';
import { keepFocus } from '#web/keep-focus.ts';
import { isSeen, onPageBack } from '#web/page-back.ts';
import { pause } from '#web/pause.ts';

import type { remote } from './remote.ts';

/** In milliseconds: an older answer is fetched again. */
const FRESH = 60_000;

/** The delay before a list on screen is fetched again, in milliseconds; it is not if the list is replaced meanwhile. */
const WAIT = 150;

/** By how much the browser's clock may be ahead of the server's, in milliseconds. */
const MOST_AHEAD = 10 * MINUTE;

/** How long after the beginning of the week an open page asks by itself: several times, as its clock may be ahead. */
const LOOKS = [SECOND, 2 * MINUTE, MOST_AHEAD, WEEK + SECOND];

/** The most that is added to that at random, in milliseconds, so that not all pages ask at once. */
const SPREAD = 3_000;

type Ask<Request, Answer> = (request: Request, signal: AbortSignal) => Promise<Answer>;

/**
 * Keeps an open list up to date. `renew` fetches what is shown once more: the old answer stays until the new one comes, and if none
 * does. `watch` does so whenever the page is back on screen, or a week begins, if the answer is old, of last week, or a failure; it
 * answers how to stop. `onNewWeek` is called with the answers of the old week and of the new one, and says whether the leads of the new
 * week are there; if not, it is called again with the next answer.
 */
export const renewal = <Request, Answer>(
  { useRemote, load }: ReturnType<typeof remote<Request, Answer>>,
  ask: Ask<Request, Answer>,
  onNewWeek: (before: Answer, answer: Answer) => boolean,
) => {
  let since = Date.now();
  /** The week whose leads are on show, by its beginning. */
  let week = weekStart(since);
  let running = new AbortController();
  useRemote.subscribe(({ answer }, before) => {
    running.abort();
    if (answer === before.answer) return;
    since = Date.now();
    week = weekStart(since);
  });

  const renew = async (): Promise<void> => {
    const { phase, request, answer: before } = useRemote.getState();
    if (phase === 'failed' && request !== undefined) return load(request);
    if (phase !== 'ready' || request === undefined || before === undefined) return;
    running.abort();
    running = new AbortController();
    const { signal } = running;
    await pause(WAIT);
    if (signal.aborted) return;
    const answer = await ask(request, signal).catch(() => undefined);
    if (answer === undefined || signal.aborted) return;
    const shownWeek = week;
    keepFocus(() => useRemote.setState({ answer }));
    if (shownWeek === week || onNewWeek(before, answer)) return;
    if (since - week < MOST_AHEAD) week = shownWeek;
  };

  const look = (): void => {
    const now = Date.now();
    if (now - since > FRESH || since < weekStart(now) || useRemote.getState().phase === 'failed') void renew();
  };

  const watch = (): (() => void) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      const now = Date.now();
      const past = now - weekStart(now);
      const next = Math.min(...LOOKS.filter((after) => after > past));
      timer = setTimeout(
        () => {
          if (isSeen()) look();
          wait();
        },
        next - past + Math.random() * SPREAD,
      );
    };
    wait();
    const stop = onPageBack(look);
    return () => {
      clearTimeout(timer);
      stop();
    };
  };

  return { renew, watch };
};
