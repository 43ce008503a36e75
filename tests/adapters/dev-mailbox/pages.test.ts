import { describe, expect, it } from 'vitest';

import { MINUTE } from '#domain/instant.ts';

import { mail, mailboxRig } from './rig.ts';

describe('/dev/mailbox.json', () => {
  it('lists nothing before the first mail', async () => {
    expect(await mailboxRig().list()).toEqual([]);
  });

  it('lists the mails newest first, each with exactly its documented fields', async () => {
    const { mailer, clock, list } = mailboxRig();
    await mailer.send(mail());
    clock.step(MINUTE);
    await mailer.send(
      mail({ id: 'lost-1', to: 'sam@example.org', replyTo: 'help@example.org', subject: 'Not charged' }),
    );
    const { text, html } = mail();
    const from = 'Homelead <hello@homelead.example>';
    expect(await list()).toEqual([
      {
        to: 'sam@example.org',
        from,
        replyTo: 'help@example.org',
        subject: 'Not charged',
        text,
        html,
        sentAt: '2026-11-23T15:05:05.678Z',
      },
      {
        to: 'dana.reyes@example.com',
        from,
        replyTo: null,
        subject: 'Your lead in Austin, TX (HL-7K2M-9QXD)',
        text,
        html,
        sentAt: '2026-11-23T15:04:05.678Z',
      },
    ]);
  });

  it('lists a mail that was sent twice once, with the time of the first', async () => {
    const { mailer, clock, list } = mailboxRig();
    await mailer.send(mail());
    clock.step(MINUTE);
    await mailer.send(mail());
    expect((await list()).map(({ sentAt }) => sentAt)).toEqual(['2026-11-23T15:04:05.678Z']);
  });

  it('lists the newest 500', async () => {
    const { mailer, list } = mailboxRig();
    for (let count = 1; count <= 501; count += 1)
      await mailer.send(mail({ id: `m-${count}`, subject: `Mail ${count}` }));
    const subjects = (await list()).map(({ subject }) => subject);
    expect([subjects.length, subjects[0], subjects[499]]).toEqual([500, 'Mail 501', 'Mail 2']);
  });
});

describe('/dev/mailbox', () => {
  const textOf = async (response: Response | Promise<Response>) => (await response).text();

  it('says that there is no mail yet, and what to do', async () => {
    const text = await textOf(mailboxRig().pages.request('/dev/mailbox'));
    expect(text).toContain('No mail yet');
    expect(text).toContain('href="/"');
  });

  it('shows the list newest first and the newest mail, as its receiver sees it and as text', async () => {
    const { mailer, pages } = mailboxRig();
    await mailer.send(mail());
    await mailer.send(mail({ id: 'lost-1', subject: 'Your card was not charged', text: 'Nothing & more' }));
    const text = await textOf(pages.request('/dev/mailbox'));
    expect([...text.matchAll(/href="\/dev\/mailbox\/([\w-]+)"/g)].map(([, id]) => id)).toEqual([
      'lost-1',
      'lead-0199-7d1a',
    ]);
    expect(text).toMatch(
      /<iframe[^>]*src="\/dev\/mailbox\/lost-1\/html"[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/,
    );
    expect(text).toContain('Nothing &amp; more</pre>');
    expect(text).toContain('2 mails');
  });

  it('shows the chosen mail, who it is from and to, and how often it came', async () => {
    const { mailer, pages } = mailboxRig();
    await mailer.send(mail({ replyTo: 'help@example.org' }));
    await mailer.send(mail({ replyTo: 'help@example.org' }));
    await mailer.send(mail({ id: 'lost-1' }));
    const text = await textOf(pages.request('/dev/mailbox/lead-0199-7d1a'));
    for (const part of [
      'dana.reyes@example.com',
      'Homelead &lt;hello@homelead.example&gt;',
      'help@example.org',
      'Sent 2 times',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/href="\/dev\/mailbox\/lead-0199-7d1a" aria-current="true"/);
    expect(text).not.toContain('Written by');
  });

  it('tells when a mail was sent, and of a single one neither a number nor an address that it has not', async () => {
    const { mailer, pages } = mailboxRig();
    await mailer.send(mail());
    const text = await textOf(pages.request('/dev/mailbox/lead-0199-7d1a'));
    expect(text).toContain('<dt>Sent</dt><dd><time datetime="2026-11-23T15:04:05.678Z">Nov 23, 2026, 15:04 UTC</time>');
    expect(text).toContain('1 mail, newest first');
    expect(text).not.toMatch(/<dt>(?:Times|Reply to)/);
  });

  it('is about the list until a mail is chosen, for a phone has room for one of them only', async () => {
    const { mailer, pages } = mailboxRig();
    await mailer.send(mail());
    await mailer.send(mail({ id: 'lost-1', subject: 'Not charged' }));
    const about = async (path: string) => {
      const text = await textOf(pages.request(path));
      return [/<title>(.*?) ·/, /data-view="(\w+)"/, /<h1[^>]*>(.*?)<\/h1>/].map((part) => part.exec(text)?.[1]);
    };
    expect(await about('/dev/mailbox')).toEqual(['Mailbox', 'list', 'Mailbox']);
    expect(await about('/dev/mailbox/lost-1')).toEqual(['Not charged', 'mail', 'Not charged']);
    expect(await about('/dev/mailbox/nobody')).toEqual(['No such mail', 'empty', 'No such mail']);
  });

  it('brings its stylesheet, of which an update of the shop is seen at once', async () => {
    const { headers, status } = await mailboxRig().pages.request('/dev/mailbox.css');
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/css; charset=utf-8',
      'no-cache',
    ]);
  });

  it('says of a mail that a person wrote it', async () => {
    const { mailer, pages } = mailboxRig();
    await mailer.send(mail({ writtenBy: 'person' }));
    expect(await textOf(pages.request('/dev/mailbox'))).toContain('Written by</dt><dd>a person');
  });

  it('makes the web addresses of the text links, without the full stop after them', async () => {
    const { mailer, pages } = mailboxRig();
    await mailer.send(mail());
    expect(await textOf(pages.request('/dev/mailbox'))).toContain(
      'More leads: <a href="http://localhost:3000/" target="_blank" rel="noreferrer">http://localhost:3000/</a>.',
    );
  });

  it('shows hostile texts as texts', async () => {
    const { mailer, pages } = mailboxRig();
    const hostile = '"><img src=x onerror=alert(1)> http://x.example/"onmouseover=alert(1) javascript:alert(1)';
    await mailer.send(mail({ subject: hostile, text: hostile }));
    const text = await textOf(pages.request('/dev/mailbox'));
    expect(text).not.toMatch(/<img|<script|href="javascript|" ?onmouseover/);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('frames nothing but its own mails, is framed by nobody, and is not kept', async () => {
    const { mailer, pages } = mailboxRig();
    await mailer.send(mail());
    const { headers } = await pages.request('/dev/mailbox');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
  });

  it('gives the HTML of a mail to its own frame: inline styles, but no script and nothing from elsewhere', async () => {
    const { mailer, pages } = mailboxRig();
    await mailer.send(mail());
    const response = await pages.request('/dev/mailbox/lead-0199-7d1a/html');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    );
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(await response.text()).toBe(`${mail().html}<base target="_blank">`);
  });

  it('answers 404 with a page to an id that no mail has', async () => {
    const { pages } = mailboxRig();
    for (const id of ['unknown', '%00', '%ff', '..%2f', 'x'.repeat(3_000), '__proto__']) {
      for (const path of [`/dev/mailbox/${id}`, `/dev/mailbox/${id}/html`]) {
        const page = await pages.request(path);
        expect(page.status).toBe(404);
        expect(await page.text()).toContain('No such mail');
      }
    }
  });
});
