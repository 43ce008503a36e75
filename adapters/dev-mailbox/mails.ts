import type { Instant } from '#domain/instant.ts';
import type { Documents } from '#application/ports/documents.ts';
import { isMailId } from '#application/ports/mailer.ts';
import type { Mail } from '#application/ports/mailer.ts';

const COLLECTION = 'dev-mailbox';

/** The newest that the list shows. */
const LISTED = 500;

/** A mail as it was taken: a JSON document. */
export type ReceivedMail = Omit<Mail, 'replyTo' | 'writtenBy'> & {
  readonly from: string;
  readonly replyTo: string | null;
  /** Left out of those that an earlier version has kept. */
  readonly writtenBy?: Mail['writtenBy'];
  readonly sentAt: Instant;
  /** How often the mail of this id came. */
  readonly times: number;
};

export interface Mails {
  /** Keeps a mail, and counts it: one that has come before is shown at its first time, in the words of the last. */
  readonly take: (mail: Mail, from: string, now: Instant) => Promise<void>;
  readonly find: (id: string) => Promise<ReceivedMail | undefined>;
  /** Newest first. */
  readonly list: () => Promise<readonly ReceivedMail[]>;
}

export const mailsIn = (documents: Documents): Mails => ({
  take: async ({ id, to, replyTo = null, subject, text, html, writtenBy }, from, sentAt) => {
    await documents.change(COLLECTION, id, (json) => {
      const { sentAt: first = sentAt, times = 0 } = (json ?? {}) as Partial<ReceivedMail>;
      return { id, to, from, replyTo, subject, text, html, writtenBy, sentAt: first, times: times + 1 };
    });
  },
  find: async (id) => (isMailId(id) ? ((await documents.read(COLLECTION, id)) as ReceivedMail | undefined) : undefined),
  list: async () => (await documents.newest(COLLECTION, LISTED)) as readonly ReceivedMail[],
});
