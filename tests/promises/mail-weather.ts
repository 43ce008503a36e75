import { answer, openPostOffice } from '#tests/support/post-office.ts';
import type { Letter } from '#tests/support/post-office.ts';

/** What a mail server is like: it takes mail; says nothing; refuses at the greeting, or each receiver; or takes a letter and drops the line. */
export type Weather = 'fair' | 'silent' | 'busy' | 'greylisting' | 'dropping';

/** Receivers whose address begins so are refused for good. */
export const UNKNOWN = 'nobody-';

/** `<lead-0199@homelead.example>` without its brackets and domain, and without what tells the tries of a letter with a link apart. */
export const idOf = ({ raw }: Letter): string => /^Message-ID:\s*<([^@>.]+)[^@>]*@/im.exec(raw)?.[1] ?? 'none';

/** A mail server whose weather changes. A letter that it took in fair weather was always answered. */
export const openWeatheredOffice = async () => {
  let weather: Weather = 'fair';
  const dropped: Letter[] = [];
  const refusals: string[] = [];
  const held: ((error: Error) => void)[] = [];
  const busy = answer(421, 'come back later');

  /** Answers now, or not before the weather changes. */
  const inSilence = (done: (error?: Error | null) => void, otherwise: Error | null): void => {
    if (weather === 'silent') held.push(done);
    else done(otherwise);
  };

  const office = await openPostOffice({
    onConnect: (_session, done) => inSilence(done, weather === 'busy' ? busy : null),
    onMailFrom: (_from, _session, done) => inSilence(done, weather === 'busy' ? busy : null),
    onRcptTo: ({ address }, _session, done) => {
      if (weather === 'greylisting') return done(answer(450, 'come back later'));
      if (!address.startsWith(UNKNOWN)) return done();
      refusals.push(address);
      return done(answer(550, 'no such mailbox'));
    },
    fate: (letter) => {
      if (weather !== 'dropping') return 'take';
      dropped.push(letter);
      return 'drop';
    },
  });
  return {
    ...office,
    /** Letters that were taken, but whose sender cannot know it. */
    dropped,
    /** Who was said not to exist, each time. */
    refusals,
    become: (next: Weather): void => {
      weather = next;
      for (const done of held.splice(0)) done(busy);
    },
  };
};

export type WeatheredOffice = Awaited<ReturnType<typeof openWeatheredOffice>>;
