import { Hono } from 'hono';
import type { Context } from 'hono';

import type { Clock } from '#application/ports/clock.ts';
import { icsFile } from '#domain/calendar.ts';
import type { Border } from '#adapters/http/border.ts';
import { sendAnswer, sendMissing } from '#adapters/http/answers/send-answer.ts';
import { PAGES } from '#adapters/http/contract/contract.ts';
import { refuse } from '#adapters/http/failures.ts';
import { countVisit } from '#adapters/http/limits.ts';
import type { PageAnswers } from '#adapters/http/pages/page-answers.ts';
import { hasRecentChange } from '#adapters/http/recent-change.ts';
import { sessionToken } from '#adapters/http/session-cookie.ts';

const KNOWN_PAGES: ReadonlySet<string> = new Set(PAGES);

/** The route of all that no other route takes, and its name in the log: pages and files of the web. */
export const THE_WEB = '/*';

/** The weekly event, for calendars. */
const CALENDAR = '/new-leads.ics';

type Needs = Border & {
  readonly pages: PageAnswers;
  readonly clock: Clock;
};

/** The web: its files, its pages, and the weekly event for calendars. A page that does not exist answers 404 with the same shell. */
export const pageRoutes = ({ pages, limiter, clock, clientAddress, https, shopUrl }: Needs): Hono => {
  const pageFor = async (c: Context): Promise<Response> => {
    const { path } = c.req;
    const visit = {
      path,
      query: new URL(c.req.url).search,
      fresh: hasRecentChange(c, https),
      hasSession: sessionToken(c, https) !== undefined,
      // A page with leads in it counts as a visit to a list.
      count: async () => (await countVisit(limiter, clientAddress(c))).allowed,
    };
    return KNOWN_PAGES.has(path) ? sendAnswer(c, await pages.page(visit)) : sendMissing(c, await pages.missing(visit));
  };

  return new Hono()
    .get(CALENDAR, (c) =>
      c.body(icsFile(shopUrl(c), clock()), 200, {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'attachment; filename="new-leads.ics"',
        'Cache-Control': 'no-cache',
      }),
    )
    .get(THE_WEB, async (c) => {
      const file = pages.file(c.req.path);
      return file === undefined ? pageFor(c) : sendAnswer(c, file);
    })
    .all(THE_WEB, (c) => {
      if (!KNOWN_PAGES.has(c.req.path) && c.req.path !== CALENDAR) return refuse(c, 'NOT_FOUND');
      c.header('Allow', 'GET, HEAD');
      return refuse(c, 'METHOD_NOT_ALLOWED');
    });
};
