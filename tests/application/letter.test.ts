import { describe, expect, it } from 'vitest';

import { renderLetter } from '#application/letter.ts';
import type { Letter } from '#application/letter.ts';

const letter: Letter = {
  subject: '\tHello\r\nBcc: eve@example.com\u2028there\n',
  heading: 'A & B',
  blocks: [
    { kind: 'text', text: 'One <b>text</b>.\n\nAnother\r\none.' },
    {
      kind: 'facts',
      facts: [
        { name: 'Name', value: '"Ann" & \'Lee\'' },
        { name: 'Mail', value: 'x', link: 'mailto:"x"' },
        { name: 'Notes', value: 'Quiet\nstreet' },
      ],
    },
    { kind: 'link', label: 'Go <on>', url: 'https://shop.example/?a=1&b="2"' },
    { kind: 'small', text: 'Two\nlines.' },
  ],
};

describe('a letter', () => {
  it('has a subject of one line', () => {
    expect(renderLetter(letter).subject).toBe('Hello Bcc: eve@example.com there');
  });

  it('is plain text for those who read plain text', () => {
    expect(renderLetter(letter).text).toBe(
      [
        'A & B\n\nOne <b>text</b>.\n\nAnother\r\none.\n\nName: "Ann" & \'Lee\'\nMail: x\nNotes: Quiet\nstreet\n\nGo <on>: https://shop.example/?a=1&b="2"\n\nTwo\nlines.',
        '\n\n-- \nHomelead · exclusive buyer leads, new every Monday\n',
      ].join(''),
    );
  });

  it('keeps the lines of its texts in HTML', () => {
    const { html } = renderLetter(letter);
    for (const lines of ['&lt;/b&gt;.<br><br>Another<br>one.</p>', '>Quiet<br>street</td>', '>Two<br>lines.</p>'])
      expect(html).toContain(lines);
  });

  it('escapes every text in HTML', () => {
    const { html } = renderLetter(letter);
    expect(html).toContain(
      '<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700">A &amp; B</h1>',
    );
    for (const part of [
      'One &lt;b&gt;text&lt;/b&gt;.',
      '&quot;Ann&quot; &amp; &#39;Lee&#39;',
      'href="mailto:&quot;x&quot;"',
      'href="https://shop.example/?a=1&amp;b=&quot;2&quot;"',
      '>Go &lt;on&gt;</a>',
    ])
      expect(html).toContain(part);
    expect(html).not.toMatch(/<b>|<on>/);
  });
});
