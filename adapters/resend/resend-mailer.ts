import { createHash } from 'node:crypto';

import type { Mailer } from '#application/ports/mailer.ts';

import { beginningOf } from './beginning-of.ts';
import { letterOf } from './letter.ts';
import type { Sender } from './letter.ts';
import { isTaken, mailFailure, unanswered } from './mail-failure.ts';
import type { ProviderResponse } from './mail-failure.ts';

export type ResendSettings = {
  readonly apiKey: string;
  /** Where the API is, without a slash at its end. */
  readonly apiUrl: string;
  /** Who the mails are from. Its domain must be verified at Resend. */
  readonly from: Sender;
  /** Milliseconds for one mail in all. */
  readonly patience: number;
};

/**
 * The key under which Resend takes a mail once in 24 hours. It is made of the words too: under one key with other words Resend
 * would send nothing, and a letter whose words a release has changed in between would wait a day.
 */
const keyOf = (id: string, body: string): string => `${id}/${createHash('sha256').update(body).digest('base64url')}`;

/** Sends mail by Resend's HTTP API. What an error says is made of the API's words: no address, no key, no text of a mail. */
export const resendMailer = ({ apiKey, apiUrl, from, patience }: ResendSettings): Mailer => ({
  send: async (mail) => {
    const body = JSON.stringify(letterOf(mail, from));
    let answer: ProviderResponse;
    try {
      const response = await fetch(`${apiUrl}/emails`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': keyOf(mail.id, body),
          // Without one the API answers 403.
          'user-agent': 'homelead',
        },
        body,
        // Nobody else is to get the key and the letter.
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
      });
      answer = { status: response.status, body: await beginningOf(response) };
    } catch (error) {
      throw unanswered(error);
    }
    if (!isTaken(answer)) throw mailFailure(answer);
  },
});
