import { mailerContract } from '#tests/contracts/mailer.contract.ts';
import type { ReceivedMail } from '#adapters/dev-mailbox/mails.ts';

import { mailboxRig } from './rig.ts';

mailerContract('the development mailbox', async () => {
  const { mailer, from, documents } = mailboxRig();
  return {
    mailer,
    from,
    received: async () => {
      const all = (await documents.newest('dev-mailbox', 1_000)) as readonly ReceivedMail[];
      return all.toReversed().map(({ id, to, from: sender, replyTo, subject, text, html }) => ({
        ...{ id, to: [to], from: sender, replyTo: replyTo ?? undefined },
        ...{ subject, text, html },
      }));
    },
  };
});
