import * as v from 'valibot';

import { isEmail } from '#domain/email.ts';
import { readAs } from '#config/setting-kinds.ts';

/** The sender of the mails: `Homelead <leads@example.com>`, or the address alone. For every carrier that sends mail out. */
export const MAIL_FROM = v.pipe(
  readAs((text) => {
    const [, name, inBrackets, bare] = /^(?:"?([^"<>]*?)"?\s*<([^<>]+)>|([^<>]+))$/.exec(text.trim()) ?? [];
    const address = inBrackets ?? bare ?? '';
    const isSendable = /^[\x21-\x7e]+$/.test(address) && isEmail(address);
    return isSendable && text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
      ? { name: name ?? '', address }
      : undefined;
  }, 'must be a name and an e-mail address, such as Homelead <leads@example.com>'),
  v.description('who the mails are from, as Homelead <leads@example.com>'),
);
