import { mailerContract } from '#tests/contracts/mailer.contract.ts';
import type { ReceivedMail } from '#adapters/dev-mailbox/mails.ts';

import { mailboxRig } from './rig.ts';

mailerContract('the development mailbox', async () => {
  const { mailer, from, documents } = mailboxRig();
  return {
    mailer,
    from,
    secrets: [],
    trouble: { none: 'nothing lies between the shop and this mailbox: it is kept beside the rows of the shop' },
    received: async () => {
      const all = (await documents.newest('dev-mailbox', 1_000)) as readonly ReceivedMail[];
      return all.toReversed().map(({ id, to, from: sender, replyTo, subject, text, html, writtenBy }) => ({
        id,
        to: [to],
        from: sender,
        replyTo: replyTo ?? undefined,
        subject,
        text,
        html,
        writtenBy: writtenBy ?? 'shop',
      }));
    },
  };
});
