import { afterEach } from 'vitest';

import { mailerContract } from '#tests/contracts/mailer.contract.ts';
import { opened } from '#tests/support/post-office.ts';

import { closeAll, smtpRig } from './rig.ts';

afterEach(closeAll);

mailerContract('SMTP', async () => {
  const { mailer, postOffice } = await smtpRig();
  return {
    mailer,
    from: 'Homelead <leads@homelead.example>',
    received: () =>
      Promise.all(
        postOffice.letters.map(async (letter) => {
          const { messageId = '', from, replyTo = [], subject = '', text = '', html = '' } = await opened(letter);
          return {
            id: /^<(.*)@homelead\.example>$/.exec(messageId)?.[1] ?? '',
            to: letter.to,
            from: `${from?.name} <${from?.address}>`,
            replyTo: replyTo[0]?.address,
            ...{ subject, text, html },
          };
        }),
      ),
  };
});
