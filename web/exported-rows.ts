import * as v from 'valibot';

const START = '{"status":"success","data":[';
const END = ']}';

/** In characters: what is parsed at a time, up to the end of a line. */
const MOST = 65_536;

/** The answer is not the one expected, or not complete. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

/** The same text in whole lines, some at a time; the last one may have no line end. */
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

/** The rows of the same answer in another layout, as a proxy may write it: they are known at its end only. */
const rowsOfWhole = (json: string): readonly unknown[] => {
  const answer = v.safeParse(Envelope, parsed(json));
  if (!answer.success) throw new UnexpectedAnswer();
  return answer.output.data;
};

const rowsIn = (json: string): readonly unknown[] =>
  parsed(`[${json.trim().replaceAll(/^,|,$/g, '')}]`) as readonly unknown[];

/**
 * The rows of an `ExportAnswer` while its text comes, some at a time: the server ends lines only between rows, so whole lines hold
 * whole rows. No row ends as the answer does, since none of its values is a list. Throws `UnexpectedAnswer` for anything else, also
 * when the text stops before the answer does.
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
