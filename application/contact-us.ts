import type { ContactMessage } from '#domain/contact-message.ts';
import { idOfHash } from '#domain/hashed-id.ts';
import { DAY } from '#domain/instant.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'hash'>;
  readonly log: Log;
};

type Writing = Pick<ContactMessage, 'name' | 'email' | 'subject' | 'text' | 'isSpam'>;

/**
 * Takes a message of the contact form: stored first, then mailed to the operator. Spam is only stored, with a line in the log, and gets
 * the same answer. The same words from the same sender on one day are one message, sent again because its answer was lost.
 */
export const contactUs =
  ({ atomically, clock, secrets, log }: Needs) =>
  async ({ name, email, subject, text, isSpam }: Writing): Promise<void> => {
    const receivedAt = clock();
    const day = Math.floor(receivedAt / DAY);
    const id = idOfHash(secrets.hash(JSON.stringify([day, name, email, subject, text, isSpam])));
    const isNew = await atomically(async ({ contactMessages, jobs }) => {
      if ((await contactMessages.find(id)) !== undefined) return false;
      await contactMessages.add({ id, receivedAt, name, email, subject, text, isSpam });
      if (!isSpam) await jobs.add({ name: 'forward-message', messageId: id });
      return true;
    });
    if (isNew && isSpam) log.info('contact message kept as spam', { messageId: id });
  };
