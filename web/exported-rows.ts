import * as v from 'valibot';

const START = '{"status":"success","data":[';
const END = ']}';

/** So many characters, up to the end of a line, are looked at in one go. */
const MOST = 65_536;

/** What came is not the answer that was expected, or not the whole of it. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

/** The same text in whole lines, some at a time, and at last what has no end of a line. */
async function* wholeLines(texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let rest = '';
  for await (const text of texts) {
    const end = text.lastIndexOf('\n') + 1;
    const lines = end === 0 ? '' : rest + text.slice(0, end);
    rest = end === 0 ? rest + text : text.slice(end);
    for (let from = 0, to = 0; from < lines.length; from = to) {
      to = lines.indexOf('\n', from + MOST) + 1 || lines.length;
      yield lines.slice(from, to);
    }
  }
  yield rest;
}

const Envelope = v.object({ status: v.literal('success'), data: v.array(v.unknown()) });

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    throw new UnexpectedAnswer();
  }
};

/** The same answer in another layout, as some proxy may write it: what it holds is known at its end only. */
const rowsOfWhole = (json: string): readonly unknown[] => {
  const answer = v.safeParse(Envelope, parsed(json));
  if (!answer.success) throw new UnexpectedAnswer();
  return answer.output.data;
};

const rowsIn = (json: string): readonly unknown[] =>
  parsed(`[${json.trim().replaceAll(/^,|,$/g, '')}]`) as readonly unknown[];

/**
 * The rows of an `ExportAnswer` while its text comes, some at a time: the server ends lines only between rows, so between two
 * ends of lines lie whole ones. No row ends as the answer does, since none of its values is a list. Throws `UnexpectedAnswer`
 * for anything else, also when the text stops before the answer does.
 */
export async function* exportedRows(texts: AsyncIterable<string>): AsyncGenerator<readonly unknown[], void, void> {
  let isOpen = false;
  let isOver = false;
  let another = '';
  for await (const lines of wholeLines(texts)) {
    const json = lines.trim();
    if (another !== '' || !(isOpen || json === '' || json.startsWith(START))) another += lines;
    else if (json !== '') {
      if (isOver) throw new UnexpectedAnswer();
      isOver = json.endsWith(END);
      yield rowsIn(json.slice(isOpen ? 0 : START.length, isOver ? -END.length : undefined));
      isOpen = true;
    }
  }
  if (another !== '') yield rowsOfWhole(another);
  else if (!isOver) throw new UnexpectedAnswer();
}
