import { describe, expect, it } from 'vitest';

import { evidenceOf, lineOf, linesOf, nameOf, namesOf, priceOf, textOf, valueOf } from '#domain/file-cell.ts';

describe('a cell', () => {
  it('loses control characters, what has no width, and the space around it', () => {
    expect(textOf(' \u0000A\u0007nn\u001B[31m\u202E \u200B')).toBe('Ann[31m');
    expect(lineOf('Ann\u00A0 Marie\r\n\tLee')).toBe('Ann Marie Lee');
    expect(textOf('Ann\tMarie')).toBe('Ann Marie');
  });

  it('keeps its lines when it may have several', () => {
    expect(textOf('One\r\nTwo\rThree\n')).toBe('One\nTwo\nThree');
  });

  it('has the lines that hold something, trimmed', () => {
    expect(linesOf(' One \r\n\t\r\nTwo words\r Three\n')).toEqual(['One', 'Two words', 'Three']);
    expect([linesOf(''), linesOf(' \n ')]).toEqual([[], []]);
  });

  it('keeps emoji that are joined, and accents in one form', () => {
    expect(textOf('👩‍👧 Zoe\u0308')).toBe('👩‍👧 Zoë');
  });

  it('loses the apostrophe that keeps spreadsheets from running a formula, and no other', () => {
    const texts = ['=1+1', '+1 512', '-5', '@home', '＝1+1', '＋1', '－5', '＠home'];
    expect(texts.map((text) => textOf(`'${text}`))).toEqual(texts);
    expect(textOf("'Tis the season")).toBe("'Tis the season");
  });

  it.each([
    ['O&#39;Brien', "O'Brien"],
    ['O&#x27;Brien &amp; Sons', "O'Brien & Sons"],
    ['12 Elm Ct &amp; nearby', '12 Elm Ct & nearby'],
    ['&quot;Ann&quot; &lt;Lee&gt;', '"Ann" <Lee>'],
    ['Jos&eacute; N&uacute;&Ntilde;ez', 'José NúÑez'],
    ['&nbsp;Ann&nbsp;Lee&#160;', 'Ann Lee'],
    ['One&#13;&#10;Two&#10;Three', 'One\nTwo\nThree'],
    ['A&#8203;nn&#x202E;', 'Ann'],
    ['Zoe&#776;', 'Zoë'],
    ['O&#146;Brien &#x96; &#151;', 'O’Brien – —'],
    ['Nova&ccaron;ek &scaron;', 'Nova\u010Dek š'],
    ['Gro&szlig;mann&hellip; &bull;', 'Großmann… •'],
    ['Ann&shy;Lee', 'AnnLee'],
    ['="O&#39;Brien"', "O'Brien"],
  ])('is read without the escapes of web forms: %j is %j', (cell, text) => {
    expect(textOf(cell)).toBe(text);
  });

  it.each(['O&amp;#39;Brien', '&amp;lt;b&amp;gt;'])('loses the escapes of %j once', (cell) => {
    expect(textOf(cell)).toBe(cell.replaceAll('&amp;', '&'));
  });

  it.each([
    'AT&T',
    'R&D; a B&B',
    '100%25',
    'ann%40example.com',
    '&#0;',
    '&#27;[2J',
    '&#xD800;',
    '&#1114112;',
    '&constructor;',
  ])('is not changed where it has no escape of web forms, or that of no character: %j', (cell) => {
    expect(textOf(cell)).toBe(cell);
  });

  it('keeps as evidence what it says, with all escapes', () => {
    expect(evidenceOf(' I&#39;d like\ta call &amp; more ')).toBe('I&#39;d like a call &amp; more');
  });

  it('loses what keeps spreadsheets from taking it for a figure', () => {
    expect(['="5125550142"', `'="5125550142"`, ' ="Ann Lee" ', '=""', '="a"&"b"'].map(textOf)).toEqual([
      '5125550142',
      '5125550142',
      'Ann Lee',
      '',
      '="a"&"b"',
    ]);
  });

  it.each(['N/A', 'n/a', 'none', 'NULL', '-', '—', '#N/A', '\\N', 'Not provided', 'No email', ' ', '--', '---', '...'])(
    'is empty with %j',
    (text) => {
      expect(valueOf(text)).toBe('');
    },
  );

  it('is not empty where more is said than that', () => {
    expect(valueOf('No phone calls after nine')).toBe('No phone calls after nine');
  });

  it.each(['#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#ERROR!'])('is empty where a spreadsheet shows %s', (text) => {
    expect([valueOf(text), nameOf(text)]).toEqual(['', '']);
  });

  it('with a name is not empty for being Null or Na', () => {
    expect(['Null', 'Na', 'None', 'N/A', '-'].map(nameOf)).toEqual(['Null', 'Na', 'None', '', '']);
  });

  it('with a name is empty only when nothing else stands in it', () => {
    expect(['unknown', '(Unknown)', '#N/A', '...'].map(nameOf)).toEqual(['', '', '', '']);
    const names = ['Smith Jr.', '-Ann', 'Unknown Soldier', 'Ann (unknown)'];
    expect(names.map(nameOf)).toEqual(names);
  });
});

describe('the price in a file', () => {
  it.each([
    ['25', 2_500],
    ['$25.00', 2_500],
    ['25.5', 2_550],
    ['1,250.00', 125_000],
    ['$1,250', 125_000],
    ['USD 25', 2_500],
    ['25.00 USD', 2_500],
    ['US$25', 2_500],
    ['.50', 50],
    ['25,00', 2_500],
    ['1.250,00', 125_000],
    ['25.0000', 2_500],
    ['19.99', 1_999],
    ['99,999.99', 9_999_999],
    ['1 250', 125_000],
    ['$ 12 250,50', 1_225_050],
    ['$25 USD', 2_500],
    ['usd 25', 2_500],
    ['25usd', 2_500],
    ['25.', 2_500],
    ['1,250.5', 125_050],
    ['1.250,5', 125_050],
    ['1 250.5', 125_050],
  ])('%j is %d cents', (text, price) => {
    expect(priceOf(text, 50)).toEqual({ price });
  });

  it('is in dollars, never in cents', () => {
    expect(priceOf('2500', 50)).toEqual({ price: 250_000 });
  });

  it.each([
    ['0', 'is nothing'],
    ['0.49', 'is less than $0.50'],
    ['100,000', 'is more than $99,999.99'],
    ['123.456,78', 'is more than $99,999.99'],
    ['123 456', 'is more than $99,999.99'],
    ['-5', 'is not an amount of US dollars'],
    ['€25', 'is not an amount of US dollars'],
    ['25.000', 'is not an amount of US dollars'],
    ['25.005', 'is not an amount of US dollars'],
    ['1,25,00', 'is not an amount of US dollars'],
    ['2.5E+01', 'is not an amount of US dollars'],
    ['.', 'is not an amount of US dollars'],
    ['twenty', 'is not an amount of US dollars'],
    ['25-30', 'is not an amount of US dollars'],
    ['19 95', 'is not an amount of US dollars'],
    ['25 30', 'is not an amount of US dollars'],
    ['1250 000', 'is not an amount of US dollars'],
    ['25 .00', 'is not an amount of US dollars'],
    ['25USD30', 'is not an amount of US dollars'],
    ['25$30', 'is not an amount of US dollars'],
    ['1,2505', 'is not an amount of US dollars'],
    ['1,250.125', 'is not an amount of US dollars'],
    ['1234,567', 'is not an amount of US dollars'],
    ['1.250,125', 'is not an amount of US dollars'],
    ['12.3456,50', 'is not an amount of US dollars'],
    ['1234.567,50', 'is not an amount of US dollars'],
    ['1 250 3', 'is not an amount of US dollars'],
    ['1 2505', 'is not an amount of US dollars'],
  ])('%j %s', (text, reason) => {
    expect(priceOf(text, 50)).toEqual({ reason });
  });
});

describe('a whole name', () => {
  it.each([
    ['Ann Lee', 'Ann', 'Lee'],
    ['Ann Marie Lee', 'Ann Marie', 'Lee'],
    ['Lee, Ann Marie', 'Ann Marie', 'Lee'],
    ['Sam Lee Jr.', 'Sam', 'Lee Jr.'],
    ['Sam Lee, Jr.', 'Sam', 'Lee, Jr.'],
    ['Ann Lee, Realtor', 'Ann', 'Lee, Realtor'],
    ['Ann Lee, MD', 'Ann', 'Lee, MD'],
    ['Lee, Realtor', 'Lee, Realtor', ''],
    ['Ann Lee,MD', 'Ann', 'Lee,MD'],
    ['Ann Ivanov', 'Ann', 'Ivanov'],
    ['Ivanov, Ivan', 'Ivan', 'Ivanov'],
    ['Lee, Srinivas', 'Srinivas', 'Lee'],
    ['Lee, Rajiv', 'Rajiv', 'Lee'],
    ['Priya Rajiv', 'Priya', 'Rajiv'],
    ['Lee ,Ann', 'Ann', 'Lee'],
    ['Ann Lee, Bob Tran', 'Ann Lee, Bob', 'Tran'],
    ['Ann Lee, Bob', 'Bob', 'Ann Lee'],
    ['Garcia Lopez, Ana', 'Ana', 'Garcia Lopez'],
    ['Lee Jr., Ann Marie', 'Ann Marie', 'Lee Jr.'],
    ['Garcia Lopez, Ana M.', 'Ana M.', 'Garcia Lopez'],
    ['de la Cruz, Ana Maria', 'Ana Maria', 'de la Cruz'],
    ['Van Buren, Ann Marie', 'Ann Marie', 'Van Buren'],
    ['Cher', 'Cher', ''],
    ['', '', ''],
  ])('%j is split into %j and %j', (whole, firstName, lastName) => {
    expect(namesOf(whole)).toEqual({ firstName, lastName });
  });
});

it('no price is looked for in more than 300 characters', () => {
  expect(priceOf('25'.padEnd(300), 50)).toEqual({ price: 2_500 });
  expect(priceOf('25'.padEnd(301), 50)).toEqual({ reason: 'is not an amount of US dollars' });
});
