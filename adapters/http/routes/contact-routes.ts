import { Hono } from 'hono';

import type { contactUs } from '#application/contact-us.ts';
import type { Border } from '#adapters/http/border.ts';
import { ContactRequest } from '#adapters/http/contract/account-contract.ts';
import type { MessageAnswer } from '#adapters/http/contract/user-contract.ts';
import { readJson } from '#adapters/http/input.ts';
import { limitedWork } from '#adapters/http/limits.ts';

export type ContactUseCases = { readonly contactUs: ReturnType<typeof contactUs> };

/** The contact form. A message from a program gets the same answer as any other. */
export const contactRoutes = ({
  contactUs,
  limiter,
  clientAddress,
}: ContactUseCases & Pick<Border, 'limiter' | 'clientAddress'>): Hono =>
  new Hono().post('/api/contact', async (c) => {
    const { name, email, subject, message, website } = await readJson(c, ContactRequest);
    await limitedWork(limiter, [['contact', clientAddress(c)]], () =>
      contactUs({ name, email, subject, text: message, isSpam: website !== '' }),
    );
    return c.json({ message: 'Message Sent!' } satisfies MessageAnswer);
  });
