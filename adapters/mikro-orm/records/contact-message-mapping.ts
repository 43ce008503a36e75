import type { ContactMessage } from '#domain/contact-message.ts';
import { atOf, instantOf } from './column.ts';
import type { ContactMessageRow } from './contact-message-record.ts';

/** A contact message as its row's columns. */
export const contactMessageColumns = (message: ContactMessage) => ({
  id: message.id,
  name: message.name,
  email: message.email,
  subject: message.subject,
  text: message.text,
  receivedAt: atOf(message.receivedAt),
  isSpam: message.isSpam,
});

/** The contact message that a row holds. */
export const contactMessageOf = (row: ContactMessageRow): ContactMessage => ({
  id: row.id,
  name: row.name,
  email: row.email,
  subject: row.subject,
  text: row.text,
  receivedAt: instantOf(row.receivedAt),
  isSpam: row.isSpam,
});
