import { afterEach } from 'vitest';

import { mailerContract } from '#tests/contracts/mailer.contract.ts';
import type { MailTrouble } from '#tests/contracts/mailer.contract.ts';
import { answer, opened } from '#tests/support/post-office.ts';

import { CANARY, closeAll, smtpRig } from './rig.ts';

afterEach(closeAll);

mailerContract('SMTP', async () => {
  type What = Exclude<keyof MailTrouble, 'unreachable'>;
  let trouble: What | undefined;
  /** Whether it is the turn of this trouble. */
  const is = (what: What): boolean => {
    if (trouble !== what) return false;
    trouble = undefined;
    return true;
  };
  const { mailer, postOffice } = await smtpRig(
    {
      onAuth: (_auth, _session, done) =>
        is('locked out') ? done(answer(535, `5.7.8 ${CANARY}`)) : done(null, { user: 'shop' }),
      onRcptTo: ({ address }, _session, done) => {
        if (is('later')) done(answer(451, `4.7.1 <${address}> is to come later`));
        else if (is('sender refused')) done(answer(554, `5.7.1 <${address}>: Relay access denied`));
        else done(is('refuses') ? answer(550, `5.1.1 <${address}> is unknown`) : null);
      },
      fate: () => (is('answer lost') ? 'take in silence' : 'take'),
    },
    { login: 'shop:canary-password@' },
  );
  return {
    mailer,
    trouble: {
      later: () => void (trouble = 'later'),
      'locked out': () => void (trouble = 'locked out'),
      'sender refused': () => void (trouble = 'sender refused'),
      refuses: () => void (trouble = 'refuses'),
      'answer lost': () => void (trouble = 'answer lost'),
      unreachable: postOffice.close,
    },
    from: 'Homelead <leads@homelead.example>',
    received: () =>
      Promise.all(
        postOffice.letters.map(async (letter) => {
          const {
            messageId = '',
            from,
            replyTo = [],
            subject = '',
            text = '',
            html = '',
            headers,
          } = await opened(letter);
          return {
            id: /^<(.*)@homelead\.example>$/.exec(messageId)?.[1] ?? '',
            to: letter.to,
            from: `${from?.name} <${from?.address}>`,
            replyTo: replyTo[0]?.address,
            subject,
            text,
            html,
            writtenBy: headers.some(({ key }) => key === 'auto-submitted') ? 'shop' : 'person',
          };
        }),
      ),
  };
});
