import { execFileSync } from 'node:child_process';
import { appendFile, chmod, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { openCsvFile } from '#adapters/csv-file/csv-file.ts';
import { UnreadableFile } from '#application/ports/lead-file.ts';
import type { FileRow } from '#application/ports/lead-file.ts';
import { fileFolder, handlesOn } from './files.ts';

const { file, pathOf } = fileFolder();

const all = async (rows: AsyncIterable<FileRow>): Promise<readonly FileRow[]> => {
  const found: FileRow[] = [];
  for await (const row of rows) found.push(row);
  return found;
};

/** Header and cells, with the lines on which the rows start. */
const read = async (content: string | Uint8Array, encoding?: string) => {
  const opened = await openCsvFile(await file(content), { encoding });
  const rows = await all(opened.rows());
  return { columns: opened.columns, cells: rows.map(({ cells }) => cells), lines: rows.map(({ line }) => line) };
};

const message = async (content: string | Uint8Array, encoding?: string): Promise<string> => {
  const error: unknown = await read(content, encoding).catch((problem: unknown) => problem);
  return error instanceof UnreadableFile ? error.message : `no refusal: ${JSON.stringify(error)}`;
};

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('a CSV file', () => {
  it.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons, as Excel writes where the comma is a decimal point', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['bars', 'a|b\n1|2\n'],
    ['CRLF', 'a,b\r\n1,2\r\n'],
    ['CR alone', 'a,b\r1,2\r'],
    ['no line end at its end', 'a,b\n1,2'],
    ['a byte order mark', '\uFEFFa,b\n1,2\n'],
    ['a declared separator', 'sep=;\r\na;b\r\n1;2\r\n'],
    ['a declared separator before CR alone', 'sep=;\ra;b\r1;2\r'],
    ['quotation marks everywhere', '"a","b"\n"1","2"\n'],
    ['spaces around quotation marks', '"a", "b"\n"1", "2" \n'],
    ['other separators in the quoted names', '"a","b"\n"1","2"'],
    ['separators of columns that nobody has', 'a,b,,\n1,2,,\n'],
    ['quoted blanks of columns that nobody has', 'a,b," "\n1,2," "\n'],
    ['separators as far as a spreadsheet goes', `a,b${','.repeat(16_382)}\n1,2${','.repeat(16_382)}\n`],
    ['blank lines above its header', '\n\na,b\n1,2\n'],
    ['blank lines above a header of semicolons', '\r\n\r\na;b\r\n1;2\r\n'],
    ['blank lines with spaces above a header of bars', ' \n  \na|b\n1|2\n'],
    ['a line of quoted blanks above its header', '" "," "\na,b\n1,2\n'],
    ['blank lines above a header of tabs', '\n\t\na\tb\n1\t2\n'],
    ['blank lines above quoted names', '\n"a";"b"\n"1";"2"\n'],
    ['UTF-16, as lead forms export it', utf16('a\tb\n1\t2\n')],
    ['UTF-16, the other way round', utf16('a\tb\n1\t2\n').swap16()],
  ])('may have %s', async (_name, content) => {
    const { columns, cells } = await read(content);
    expect(columns).toEqual(['a', 'b']);
    expect(cells).toEqual([['1', '2']]);
  });

  it('names the line on which a row starts, whatever lines there are in its cells', async () => {
    const text = 'a,b\r\n1,"one\r\ntwo\nthree"\r\n2,x\r\n\r\n3,"y\r\n"\r\n4,z\r\n';
    const { cells, lines } = await read(text);
    expect(cells[0]).toEqual(['1', 'one\r\ntwo\nthree']);
    expect(lines).toEqual([2, 5, 6, 7, 9]);
    expect(cells[2]).toEqual(['']);
  });

  it('counts the lines of its header and above it too', async () => {
    expect((await read('sep=,\n"a\nb",c\n1,2\n')).lines).toEqual([4]);
    expect((await read('\n\na,b\n1,2\n')).lines).toEqual([4]);
  });

  it('is cut by what separates its names, not by what stands in them', async () => {
    const { columns, cells } = await read('"Price in $, each, as told";City\n"1,5";x\n');
    expect(columns).toEqual(['Price in $, each, as told', 'City']);
    expect(cells).toEqual([['1,5', 'x']]);
  });

  it('is cut by what separates its names, whatever its rows hold more of', async () => {
    expect(await read('a,b\n1;2;3;4,x\n')).toMatchObject({ columns: ['a', 'b'], cells: [['1;2;3;4', 'x']] });
  });

  it('of one column, or with as much of one separator as of another in its header, is one of commas', async () => {
    for (const content of ['Email\na@b.co\n', 'a,b;c\n1,2\n'])
      expect((await openCsvFile(await file(content))).delimiter).toBe(',');
  });

  it.each([',', ';', '\t', '|'])(
    'tells that %j stands between its cells, as it may in those of its rejected rows',
    async (sign) => {
      expect((await openCsvFile(await file(`a${sign}b\n1${sign}2\n`))).delimiter).toBe(sign);
    },
  );

  it('declares its separator in its first line, and nowhere else', async () => {
    expect(await read('a,b\n1,sep=;\n2,x\n')).toMatchObject({
      columns: ['a', 'b'],
      cells: [
        ['1', 'sep=;'],
        ['2', 'x'],
      ],
    });
  });

  it('loses nothing of itself behind a declared separator, however long it is', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => [String(index), 'x']);
    const { cells } = await read(`sep=;\na;b\n${rows.map((row) => row.join(';')).join('\n')}`);
    expect(cells).toEqual(rows);
  });

  it('may end its lines one way here and another way there', async () => {
    const { cells, lines } = await read('a,b\r\n1,2\n3,4\r5,6\r\n7,8\n');
    expect(cells).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
      ['7', '8'],
    ]);
    expect(lines).toEqual([2, 3, 4, 5]);
  });

  it('may begin with a name that is empty, also below blank lines', async () => {
    for (const above of ['', '\n', '\n\t\n']) expect((await read(`${above}\ta\n1\t2\n`)).columns).toEqual(['', 'a']);
  });

  it('keeps quotation marks in the middle of a cell', async () => {
    expect((await read('a,b\n5" pipe,"say ""yes"""\n')).cells).toEqual([['5" pipe', 'say "yes"']]);
  });

  it('keeps rows that are too short or too long as they are', async () => {
    expect((await read('a,b,c\n1,2\n1,2,3,4\n1,2,3,,\n')).cells).toEqual([
      ['1', '2'],
      ['1', '2', '3', '4'],
      ['1', '2', '3'],
    ]);
  });

  it('keeps empty cells between tabs', async () => {
    expect((await read('a\tb\tc\n\t\t3\n1\t\t\n')).cells).toEqual([
      ['', '', '3'],
      ['1', '', ''],
    ]);
  });

  it('keeps characters of several bytes whole wherever it is cut into pieces', async () => {
    const row = `${'é€🏡'.repeat(30)},x\n`;
    const { cells } = await read(`a,b\n${row.repeat(2_000)}`);
    expect(cells).toHaveLength(2_000);
    expect(new Set(cells.map(([first]) => first)).size).toBe(1);
  });

  it.each([
    ['its first byte', [0xc3]],
    ['its first two bytes', [0xe2, 0x82]],
    ['its first three bytes', [0xf0, 0x9f, 0x8f]],
  ])(
    'that is not UTF-8 is told with the line, also where a piece ends in a character with %s alone',
    async (_, half) => {
      const piece = Buffer.from([...Buffer.from(`a,b\n${'x'.repeat(65_536 - 4 - half.length)}`), ...half]);
      for (const behind of ['x\n1,2\n', '\n1,2\n', '\r\n1,2\r\n', '', `x\n${'1,2\n'.repeat(20_000)}`])
        expect(await message(Buffer.concat([piece, Buffer.from(behind)]))).toContain('see line 2.');
    },
  );

  it('that is not UTF-8 is told with the line, also where a piece ends with a whole character', async () => {
    const piece = Buffer.from(`a,b\n${'x'.repeat(65_536 - 4 - 2)}é`);
    const bad = Buffer.from([0xff, 0x0a]);
    expect(await message(Buffer.concat([piece, bad]))).toContain('see line 2.');
    expect(await message(Buffer.concat([piece, Buffer.from('\n1,2\n'), bad]))).toContain('see line 4.');
  });

  it('in Windows-1252 is read when that is said', async () => {
    const bytes = Buffer.from([...Buffer.from('a,b\nJos'), 0xe9, 0x2c, 0x80, 0x0a]);
    expect((await read(bytes, 'windows-1252')).cells).toEqual([['José', '€']]);
    expect((await read(bytes, 'Latin1')).cells).toEqual([['José', '€']]);
    expect(await message(bytes)).toBe(
      'The file is not UTF-8: see line 2. If a spreadsheet saved it as plain "CSV", add --encoding windows-1252, or macintosh if that was on a Mac.',
    );
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR alone', '\r'],
  ])('that is not UTF-8 is told with the line, also when its lines end in %s', async (_name, end) => {
    const bad = (above: string): Buffer => Buffer.concat([Buffer.from(above), Buffer.from([0xe9, 0x2c, 0x31])]);
    expect(await message(bad(['a,b', '1,2', 'Jos'].join(end)))).toContain('see line 3.');
    expect(await message(bad(['a,b', '', '', 'Jos'].join(end)))).toContain('see line 4.');
    // The second piece begins behind, between or before the characters that end a line.
    for (const cut of [-2, -1, 0, 1]) {
      const long = 'x'.repeat(65_536 - `a,b${end}`.length + cut);
      expect(await message(bad(['a,b', long, '1,2', 'Jos'].join(end)))).toContain('see line 4.');
      expect(await message(bad(['a,b', long, 'Jos'].join(end)))).toContain('see line 3.');
      const third = ['a,b', long, 'x'.repeat(65_536), 'Jos'].join(end);
      expect(await message(bad(third))).toContain('see line 4.');
    }
  });

  it('that is not UTF-16 is told with the line up to which it can be read, and with no other encoding', async () => {
    const good = 'a,b\n'.repeat(8_192);
    // The second piece begins with the end of line 8192.
    const told = 'The file is not UTF-16LE: see line 8192 or one after it.';
    expect(await message(utf16(`${good}1,\uD800\n`))).toBe(told);
    expect(await message(Buffer.concat([utf16(good.trimEnd()), Buffer.from('1')]))).toBe(told);
  });

  it.each(['windows-1252', 'macintosh'])('of UTF-8 is not read as %s, which would make other letters', async (name) => {
    const told = 'The file is UTF-8: leave --encoding out.';
    expect(await message('a,b\nBjörn,1\n', name)).toBe(told);
    // The letter stands across two pieces.
    expect(await message(`a,b\n${'x'.repeat(65_531)}ö,1\n`, name)).toBe(told);
    expect((await read('a,b\nBjorn,1\n', name)).cells).toEqual([['Bjorn', '1']]);
    const broken = Buffer.concat([Buffer.from('a,b\nBjörn,'), Buffer.from([0xc3])]);
    expect((await read(broken, name)).cells).toHaveLength(1);
  });

  it('of an old Mac is read when that is said', async () => {
    const bytes = Buffer.from([...Buffer.from('a,b\rJos'), 0x8e, 0x2c, 0xdb, 0x0d]);
    for (const name of ['macintosh', 'MacRoman', 'mac-roman'])
      expect((await read(bytes, name)).cells).toEqual([['José', '€']]);
  });

  it.each<readonly [name: string, bytes: Buffer]>([
    ['utf8', Buffer.from('a,b\nJosé,1\n')],
    ['UTF-16', Buffer.from('a,b\nJosé,1\n', 'utf16le')],
    ['utf-16le', Buffer.from('a,b\nJosé,1\n', 'utf16le')],
    ['utf-16be', Buffer.from('a,b\nJosé,1\n', 'utf16le').swap16()],
    ...['cp1252', 'ANSI', 'latin-1', 'ISO-8859-1'].map(
      (name) => [name, Buffer.from('a,b\nJosé,1\n', 'latin1')] as const,
    ),
  ])('may be said to be in %s', async (name, bytes) => {
    expect(await read(bytes, name)).toMatchObject({ columns: ['a', 'b'], cells: [['José', '1']] });
  });

  it.each([Buffer.from('\uFEFFa,b\nJosé,€\n'), utf16('a,b\nJosé,€\n'), utf16('a,b\nJosé,€\n').swap16()])(
    'is read by its byte order mark, whatever is said (%#)',
    async (bytes) => {
      for (const said of ['windows-1252', 'utf-8', 'utf-16'])
        expect(await read(bytes, said)).toMatchObject({ columns: ['a', 'b'], cells: [['José', '€']] });
    },
  );

  it('that begins with a part of such a mark alone is read as it is said', async () => {
    for (const start of [
      [0xff, 0x2c],
      [0xfe, 0x2c],
      [0xef, 0xbb],
      [0xef, 0x2c],
    ]) {
      const bytes = Buffer.concat([Buffer.from(start), Buffer.from(',b\n1,2\n')]);
      const [name] = bytes.toString('latin1').split(',');
      expect((await read(bytes, 'windows-1252')).columns[0]).toBe(name);
    }
  });

  it('is known by the SHA-256 of its bytes', async () => {
    const bytes = utf16('a,b\n1,2\n');
    const { fileHash } = await openCsvFile(await file(bytes));
    expect(fileHash).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('can be read as often as it takes, and tells how far it is', async () => {
    const opened = await openCsvFile(await file(`a,b\n${'1,2\n'.repeat(50_000)}`));
    const shares = (await all(opened.rows())).map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect([shares[0], shares.at(-1)]).toEqual([expect.closeTo(0.33, 1), 1]);
    expect(await all(opened.rows())).toHaveLength(50_000);
  });
});

it.skipIf(process.platform !== 'linux')(
  'a CSV file is let go of once it is read, or nobody reads on (only Linux tells who holds a file)',
  async () => {
    const path = await file(`a,b\n${'1,2\n'.repeat(50_000)}`);
    const { rows } = await openCsvFile(path);
    expect(await handlesOn(path)).toBe(0);
    await all(rows());
    expect(await handlesOn(path)).toBe(0);
    for await (const { line } of rows()) if (line > 10) break;
    await expect.poll(() => handlesOn(path)).toBe(0);
  },
);

describe('a file that is no CSV', () => {
  it.each([
    ['an empty one', '', 'The file is empty.'],
    ['a blank one', ' \n\n', 'The file has no header: there is nothing in it.'],
    ['a workbook', 'PK\u0003\u0004rest', 'This is no CSV file but a workbook or an archive (.xlsx, .zip)'],
    [
      'an old workbook',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
      'This is no CSV file but an old workbook (.xls). Open it in a spreadsheet and save it as CSV UTF-8.',
    ],
    ['a PDF', '%PDF-1.7', 'This is no CSV file but a PDF'],
    ['a compressed one', Buffer.from([0x1f, 0x8b, 0x08, 0x00]), 'This is no CSV file but compressed (.gz)'],
    ['bytes', Buffer.from([1, 0, 2, 0, 255]), 'This is no CSV file: it holds bytes that no text has'],
    ['bytes behind text', `a,b\n${'1,2\n'.repeat(50_000)}\0`, 'This is no CSV file: line 50002'],
    ['more than 200 columns', `${'a,'.repeat(201)}a\n`, 'The file has 202 columns; at most 200 can be read.'],
    ['a quotation mark that is never closed', 'a,b\n1,2\n"1,2\n3,4\n', 'The row that starts on line 3 cannot be read'],
    ['a cell over 1 MB', `a,b\n1,2\n1,${'x'.repeat(1_100_000)}\n`, 'Cell 2 of the row that starts on line 3 is longer'],
    [
      'a first cell over 1 MB',
      `a,b\n${'x'.repeat(1_100_000)},2\n`,
      'Cell 1 of the row that starts on line 2 is longer',
    ],
    [
      'a row of endless empty cells',
      `a,b\n1,2\n${','.repeat(3_000_000)}\n`,
      'The row that starts on line 3 has more than 16,384 cells',
    ],
    [
      'a row over 10 MB',
      `a,b\n1,"${'x\n'.repeat(5_500_000)}"\n`,
      'The row that starts on line 2 cannot be read: it is longer',
    ],
  ])('is refused: %s', async (_name, content, start) => {
    expect(await message(content)).toContain(start);
  });

  it.each([
    ['that stands inside of a quoted text', '"she said "yes"",2', 'a text goes on behind its closing quotation mark'],
    ['that is opened and closed by one far behind', 'a,"open', 'a text goes on behind its closing quotation mark'],
  ])(
    'is told with the line, deep in a file with line breaks in its texts: a quotation mark %s',
    async (_name, bad, what) => {
      const good = 'a,"two\r\nlines"\r\n'.repeat(20_000);
      expect(await message(`a,b\r\n${good}${bad}\r\n${good}`)).toBe(
        `The row that starts on line 40002 cannot be read: ${what}; inside of a quoted text it is written twice.`,
      );
      expect(await message(`a,b\r\n${good}a,"open`)).toBe(
        'The row that starts on line 40002 cannot be read: a quotation mark is opened there and never closed.',
      );
    },
  );

  it('may have 200 columns, and those of the line and the reason when its rows were rejected before', async () => {
    expect((await read(`${'a,'.repeat(199)}a\n`)).columns).toHaveLength(200);
    expect((await read(`${'a,'.repeat(200)}line,reason\n`)).columns).toHaveLength(202);
    expect(await message(`${'a,'.repeat(201)}line,reason\n`)).toContain('The file has 201 columns');
  });

  it('is told with the line, deep in a file', async () => {
    const good = Buffer.from('a,é\n'.repeat(40_000));
    expect(await message(Buffer.concat([good, Buffer.from([0x61, 0xff, 0x0a])]))).toContain('see line 40001');
    expect(await message(Buffer.concat([good, Buffer.from([0xc3])]))).toContain('see line 40001');
  });

  it('is refused as it is opened, before any row of it is used', async () => {
    const good = Buffer.from('a,é\n'.repeat(40_000));
    for (const end of [Buffer.from([0x61, 0xff, 0x0a]), Buffer.from([0xc3]), Buffer.from('\0')])
      await expect(openCsvFile(await file(Buffer.concat([good, end])))).rejects.toThrow(UnreadableFile);
  });

  it.each(['ebcdic', 'constructor'])('is refused in an encoding that nobody knows: %s', async (name) => {
    expect(await message('a,b\n', name)).toBe(
      `The encoding "${name}" is not known, only utf-8, utf-16, windows-1252 and macintosh.`,
    );
  });

  it('is refused when there is none, or it may not be read', async () => {
    const nowhere = await pathOf('nowhere.csv');
    await expect(openCsvFile(nowhere)).rejects.toThrow('The file cannot be read: there is none.');
    await expect(openCsvFile(await pathOf('.'))).rejects.toThrow('cannot be read: it is a folder.');
    if (process.getuid?.() === 0) return;
    const closed = await file('a,b\n');
    await chmod(closed, 0o000);
    await expect(openCsvFile(closed)).rejects.toThrow('it may not be read');
  });

  it.skipIf(process.platform === 'win32')('is refused in the words of the system where these say it best', async () => {
    const endless = await pathOf('x'.repeat(300));
    await expect(openCsvFile(endless)).rejects.toThrow('The file cannot be read: ENAMETOOLONG');
  });

  it.skipIf(process.platform === 'win32')(
    'is refused at once when it is a pipe, which may have no end, or a device',
    async () => {
      const pipe = await pathOf('pipe.csv');
      execFileSync('mkfifo', [pipe]);
      for (const path of [pipe, '/dev/null', '/dev/zero'])
        await expect(openCsvFile(path)).rejects.toThrow(
          /^The file cannot be read: it is no regular file; save it first\.$/,
        );
    },
  );

  it('is refused when it changes, grows or goes while it is read', async () => {
    const changes: readonly ((path: string) => Promise<void>)[] = [
      (path) => writeFile(path, 'a,b\n1,3\n'),
      (path) => appendFile(path, '3,4\n'),
      (path) => rm(path),
    ];
    for (const change of changes) {
      const path = await file('a,b\n1,2\n');
      const opened = await openCsvFile(path);
      await change(path);
      await expect(all(opened.rows())).rejects.toThrow(UnreadableFile);
    }
  });

  it('gives no row that was added while it was read', async () => {
    const path = await file('a,b\n1,2\n');
    const { rows } = await openCsvFile(path);
    await appendFile(path, '3,4\n'.repeat(100_000));
    const given: FileRow[] = [];
    const reading = (async () => {
      for await (const row of rows()) given.push(row);
    })();
    await expect(reading).rejects.toThrow('The file changed while it was read.');
    expect(given).toEqual([]);
  });
});
