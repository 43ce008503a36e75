import type { Instant } from './instant.ts';

/** A message of the contact form. It is stored before it is mailed, so none is lost. */
export type ContactMessage = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly text: string;
  readonly receivedAt: Instant;
  /** Whether the field that people do not see was filled, as programs do. Spam is stored and not mailed. */
  readonly isSpam: boolean;
};

/** In characters (code points). */
export const SHORTEST_MESSAGE = 10;
