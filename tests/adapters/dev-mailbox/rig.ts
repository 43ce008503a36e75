import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryDocuments } from '#adapters/memory/documents.ts';
import { devMailbox } from '#adapters/dev-mailbox/dev-mailbox.ts';
import type { Documents } from '#application/ports/documents.ts';
import type { Mail } from '#application/ports/mailer.ts';

/** One mail as /dev/mailbox.json lists it. */
export type Listed = {
  readonly to: string;
  readonly from: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sentAt: string;
};

/** Like a database: an id that no mail can have is an error, not a miss. */
const strict = (documents: Documents): Documents => ({
  ...documents,
  read: (collection, id) => {
    if (!/^[\w.-]{1,200}$/.test(id)) throw new Error('the database refused the id');
    return documents.read(collection, id);
  },
});

export const mailboxRig = () => {
  const clock = memoryClock(Date.parse('2026-11-23T15:04:05.678Z'));
  const documents = strict(memoryDocuments());
  const from = 'Homelead <hello@homelead.example>';
  const { mailer, pages } = devMailbox({ documents, clock, from });
  const list = async () => (await (await pages.request('/dev/mailbox.json')).json()) as readonly Listed[];
  return { mailer, pages, clock, documents, from, list };
};

export const mail = (changes: Partial<Mail> = {}): Mail => ({
  id: 'lead-0199-7d1a',
  to: 'dana.reyes@example.com',
  replyTo: undefined,
  subject: 'Your lead in Austin, TX (HL-7K2M-9QXD)',
  text: 'Your lead\n\nName: Jo Park\nPhone: (512) 555-0142\n\nMore leads: http://localhost:3000/.\n',
  html: '<!doctype html><html lang="en"><head><title>Your lead</title></head><body style="color:#123"><p>Jo Park</p></body></html>',
  writtenBy: 'shop',
  ...changes,
});
