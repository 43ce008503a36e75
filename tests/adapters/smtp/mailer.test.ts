import { afterEach } from 'vitest';

import { mailerContract } from '#tests/contracts/mailer.contract.ts';
import { answer, opened } from '#tests/support/post-office.ts';
import type { Fate } from '#tests/support/post-office.ts';

import { CANARY, PASSWORD, PASSWORD_FORMS, closeAll, smtpRig } from './rig.ts';

afterEach(closeAll);

/** What a server can say at each of its steps. */
type Says = {
  readonly signIn: Error;
  readonly receiver: Error;
  readonly letter: Fate;
};

mailerContract('SMTP', async (patience) => {
  let trouble: Partial<Says> | undefined;
  /** What befalls at this step, once. */
  const befalling = <Step extends keyof Says>(step: Step): Says[Step] | undefined => {
    const found = trouble?.[step];
    if (found !== undefined) trouble = undefined;
    return found;
  };
  const { mailer, postOffice } = await smtpRig(
    {
      onAuth: (_auth, _session, done) => done(befalling('signIn') ?? null, { user: 'shop' }),
      onRcptTo: (_to, _session, done) => done(befalling('receiver') ?? null),
      fate: () => befalling('letter') ?? 'take',
    },
    { login: `shop:${PASSWORD}@`, patience },
  );
  const next = (what: Partial<Says>) => () => void (trouble = what);
  return {
    mailer,
    trouble: {
      later: [
        next({ receiver: answer(451, `4.7.1 <${CANARY}@example.com> is to come later`) }),
        next({ letter: answer(452, '4.3.1 no room') }),
      ],
      'put off': [
        next({ receiver: answer(450, `4.2.1 <${CANARY}@example.com> is busy`) }),
        next({ letter: answer(452, '4.2.2 the mailbox is full') }),
      ],
      'locked out': [next({ signIn: answer(535, `5.7.8 ${CANARY}, not ${PASSWORD}`) })],
      'sender refused': [next({ receiver: answer(554, `5.7.1 <${CANARY}@example.com>: Relay access denied`) })],
      'not about the letter': [
        next({ receiver: answer(503, 'bad sequence of commands') }),
        next({ letter: answer(550, 'Administrative prohibition') }),
        next({ letter: answer(554, '5.3.0 Other mail system problem') }),
      ],
      refuses: [
        next({ receiver: answer(550, `5.1.1 <${CANARY}@example.com> is unknown`) }),
        next({ letter: answer(552, '5.3.4 too large') }),
      ],
      failing: { none: 'whatever number but 250 a mail server answers to the letter, it has not taken it (RFC 5321)' },
      'answer lost': [next({ letter: 'take in silence' })],
      silent: [next({ letter: 'hang' })],
      intercepted: { none: 'whoever stands in between has to speak SMTP, and is a mail server then' },
      unreachable: postOffice.close,
    },
    from: 'Homelead <leads@homelead.example>',
    secrets: PASSWORD_FORMS,
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
