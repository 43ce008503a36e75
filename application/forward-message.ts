import type { ContactMessage } from '#domain/contact-message.ts';
import { DAY } from '#domain/instant.ts';
import { renderLetter } from './letters/letter.ts';
import type { Letter } from './letters/letter.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import { MailRefused } from './ports/mailer.ts';
import type { Mailer } from './ports/mailer.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Log;
  /** The operator's address. */
  readonly contactTo: string;
};

const forwarded = ({ name, email, subject, text }: ContactMessage): Letter => ({
  subject: `Contact: ${subject}`,
  heading: subject,
  blocks: [
    // On lines of their own: a typed name could look like another address, or turn the direction of what follows it.
    {
      kind: 'facts',
      facts: [
        { name: 'Name', value: name },
        { name: 'Email', value: email },
      ],
    },
    { kind: 'text', text },
    { kind: 'small', text: 'An answer to this mail goes to the sender. We promise one within 24 hours.' },
  ],
});

/** A mailbox that takes no mail is repaired within days; a message that is refused for its contents is refused each time. */
const REFUSED_FOR = 7 * DAY;

/**
 * Mails a stored message to the operator, with the sender as Reply-To. Throws when the mail server is away, and when it refuses: that
 * is mostly about the operator's own mailbox, and the sender has been promised an answer. After a week it is given up.
 */
export const forwardMessage =
  ({ atomically, mailer, clock, log, contactTo }: Needs) =>
  async (messageId: string): Promise<void> => {
    const message = await atomically(({ contactMessages }) => contactMessages.find(messageId));
    if (message === undefined) return;
    try {
      const letter = renderLetter(forwarded(message));
      await mailer.send({
        id: `contact-${messageId}`,
        to: contactTo,
        replyTo: message.email,
        writtenBy: 'person',
        ...letter,
      });
    } catch (error) {
      if (error instanceof MailRefused) log.error('contact message refused by the mail server', { messageId, error });
      if (!(error instanceof MailRefused) || clock() < message.receivedAt + REFUSED_FOR) throw error;
    }
  };
