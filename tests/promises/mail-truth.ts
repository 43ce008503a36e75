import { opened } from '#tests/support/post-office.ts';
import type { Letter } from '#tests/support/post-office.ts';
import type { Sender } from './mail-crowd.ts';
import { UNKNOWN, idOf } from './mail-weather.ts';
import type { WeatheredOffice } from './mail-weather.ts';

type Evidence = {
  readonly crowd: readonly Sender[];
  readonly office: Pick<WeatheredOffice, 'letters' | 'dropped' | 'refusals'>;
  /** What the shop believes of its deliveries. */
  readonly deliveries: readonly { readonly email: string; readonly delivery: string }[];
  readonly isLinkOpen: (token: string) => Promise<boolean>;
};

/** How the ids of the letters begin that follow what somebody did. */
const KINDS = { buyer: ['lead-'], new: ['verify-email-', 'reset-password-'], writer: ['contact-'] } as const;

/** Compares what was done with the mail that arrived, once the mail server has been back for long. Answers what does not fit. */
export const checkLetters = async ({ crowd, office, deliveries, isLinkOpen }: Evidence): Promise<readonly string[]> => {
  const wrong: string[] = [];
  const { letters, dropped, refusals } = office;
  const timesTaken = new Map<string, number>();
  for (const letter of letters) timesTaken.set(idOf(letter), (timesTaken.get(idOf(letter)) ?? 0) + 1);
  for (const [id, times] of timesTaken)
    if (times > 1) wrong.push(`${id} came again, ${times} times, although its sender was told that it was taken`);

  /** The letters of one kind that somebody's doing led to, each by its own id; those to the operator name the writer. */
  const lettersOf = ({ is, email }: Sender, kind: string, from: readonly Letter[]): readonly Letter[] =>
    from.filter(
      (letter) =>
        idOf(letter).startsWith(kind) &&
        (is === 'writer' ? letter.raw.includes(`Reply-To: ${email}`) : letter.to.includes(email)),
    );

  for (const sender of crowd) {
    const { email } = sender;
    const isUnknown = email.startsWith(UNKNOWN);
    for (const kind of KINDS[sender.is]) {
      const taken = lettersOf(sender, kind, letters);
      const ids = new Set([...taken, ...lettersOf(sender, kind, dropped)].map(idOf));
      if (ids.size > 1) wrong.push(`${email} got letters with ${ids.size} ids for one ${kind}`);
      if (isUnknown ? taken.length > 0 : taken.length === 0)
        wrong.push(isUnknown ? `${email} got what was refused` : `the ${kind}letter to ${email} is lost`);
      const last = taken.at(-1);
      if (kind !== 'reset-password-' || last === undefined) continue;
      const token = /token=([\w-]{43})/.exec((await opened(last)).text ?? '')?.[1] ?? '';
      if (!(await isLinkOpen(token))) wrong.push(`the link in the last letter to ${email} does not work`);
    }
    if (sender.is !== 'buyer') continue;
    const { delivery } = deliveries.find((one) => one.email === email) ?? { delivery: 'none' };
    if (delivery !== (isUnknown ? 'refused' : 'sent'))
      wrong.push(`the shop takes the delivery to ${email} for ${delivery}`);
    const times = refusals.filter((refused) => refused === email).length;
    if (isUnknown && times !== 1) wrong.push(`${email} was tried ${times} times although it was refused for good`);
  }
  return wrong;
};
