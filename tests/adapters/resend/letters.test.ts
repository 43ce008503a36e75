import { describe, expect, it } from 'vitest';

import type { Mail } from '#application/ports/mailer.ts';
import { begin, shopWith } from '#tests/application/buyer.ts';
import { mail } from '#tests/contracts/mailer-rig.ts';

import { API_KEY } from './double.ts';
import type { ResendDouble, Taken } from './double.ts';
import { interceptResend, resendRig } from './rig.ts';

interceptResend();

const taken = async (changes: Partial<Mail> = {}, name = 'Homelead'): Promise<Taken['fields']> => {
  const { mailer, double } = resendRig({ from: { name, address: 'leads@homelead.example' } });
  await mailer.send(mail(changes));
  const [letter] = double.outbox;
  if (letter === undefined) throw new Error('no letter arrived');
  return letter.fields;
};

describe('a letter', () => {
  it('has the fields of the API that it needs and no other', async () => {
    expect(await taken({ replyTo: 'sam@example.org' })).toEqual({
      from: 'Homelead <leads@homelead.example>',
      to: ['dana.reyes@example.com'],
      reply_to: 'sam@example.org',
      subject: mail().subject,
      text: mail().text,
      html: mail().html,
      headers: { 'X-Entity-Ref-ID': 'lead-0199-7d1a', 'Auto-Submitted': 'auto-generated' },
    });
  });

  it('goes with the key of the account, a name of ours and a key of its own', async () => {
    const { mailer, double } = resendRig();
    await mailer.send(mail());
    const [{ method, url, headers } = { method: '', url: '', headers: new Headers() }] = double.asked;
    expect([method, url]).toEqual(['POST', 'https://api.resend.com/emails']);
    expect(headers.get('authorization')).toBe(`Bearer ${API_KEY}`);
    expect(headers.get('user-agent')).toBe('homelead');
    expect(headers.get('idempotency-key')).toMatch(/^lead-0199-7d1a\/[\w-]{43}$/);
  });

  it('has a key that is short enough, however long its id', async () => {
    const { mailer, double } = resendRig();
    await mailer.send(mail({ id: 'a'.repeat(200) }));
    expect(double.outbox[0]?.key.length).toBeLessThanOrEqual(256);
  });

  it.each([
    ['Homelead', 'Homelead <leads@homelead.example>'],
    ['', 'leads@homelead.example'],
    ['Leads, Inc.', '"Leads, Inc." <leads@homelead.example>'],
    ['Zoë & Søn 漢字 🏡', 'Zoë & Søn 漢字 🏡 <leads@homelead.example>'],
    ['a "quoted" \\ name', String.raw`"a \"quoted\" \\ name" <leads@homelead.example>`],
  ])('is from whatever name is set: %s', async (name, expected) => {
    expect((await taken({}, name))['from']).toBe(expected);
  });

  it.each('( ) < > [ ] : ; @ \\ , . "'.split(' '))(
    'is from a name in quotation marks where it holds the sign %s',
    async (sign) => {
      const escaped = /["\\]/.test(sign) ? `\\${sign}` : sign;
      expect((await taken({}, `a${sign}b`))['from']).toBe(`"a${escaped}b" <leads@homelead.example>`);
    },
  );

  it('goes to a domain of another script as the network writes it, and to no look-alike of an address', async () => {
    expect((await taken({ to: 'sam@bücher.example' }))['to']).toEqual(['sam@xn--bcher-kva.example']);
    for (const to of ['sam@exa＠mple.com', 'sam@１.２.３.４', 'sam@exa℀mple.com'])
      await expect(taken({ to })).rejects.toThrow('the receiver is not one e-mail address');
  });
});

describe('a shop whose mail goes by Resend', () => {
  const soldWith = async (prepare: (double: ResendDouble) => void) => {
    const { mailer, double } = resendRig();
    prepare(double);
    const { shop } = await shopWith({ around: (outside) => ({ ...outside, mailer }) });
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    await dana.settle();
    await shop.settleEverything();
    return { progress: await dana.progress(), letters: double.outbox };
  };

  it('delivers a lead once, although the answer was lost twice', async () => {
    const { progress, letters } = await soldWith((double) => double.trouble('drops the answer', 'drops the answer'));
    expect(progress).toMatchObject({ state: 'settled', delivery: { state: 'sent' } });
    expect(letters.map(({ fields }) => fields['to'])).toEqual([['dana@example.com']]);
    expect(letters[0]?.fields['text']).toContain('ann.lee@example.com');
  });

  it('delivers a lead once, although a proxy fell over after the letter had passed', async () => {
    const { letters } = await soldWith((double) => double.trouble('drops the answer', { status: 502, text: 'canary' }));
    expect(letters).toHaveLength(1);
  });
});
