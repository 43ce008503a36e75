import type { ContactMessage } from '#domain/contact-message.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = { readonly atomically: Atomically; readonly clock: Clock; readonly secrets: Pick<Secrets, 'id'> };

type Writing = Pick<ContactMessage, 'name' | 'email' | 'subject' | 'text' | 'isSpam'>;

/** Takes a message of the contact form: stored first, then mailed to the operator. Spam is stored only, and answered the same. */
export const contactUs =
  ({ atomically, clock, secrets }: Needs) =>
  (writing: Writing): Promise<void> => {
    const id = secrets.id();
    return atomically(async ({ contactMessages, jobs }) => {
      await contactMessages.add({ id, receivedAt: clock(), ...writing });
      if (!writing.isSpam) await jobs.add({ name: 'forward-message', messageId: id });
    });
  };
