import { devMailbox } from '#adapters/dev-mailbox/dev-mailbox.ts';
import { mailCarrier } from './carrier.ts';

/** Stores and shows every mail; none leaves. */
export const devMailboxCarrier = mailCarrier({
  name: 'dev-mailbox',
  needed: {},
  optional: {},
  read: () => ({ from: 'Homelead <leads@homelead.example>' }),
  open: (settings, { documents, clock }) => {
    const { mailer, pages } = devMailbox({ ...settings, documents, clock });
    return { mailer, pages: [pages], close: () => {} };
  },
});
