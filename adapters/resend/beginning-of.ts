/** In characters. An answer of Resend's has some hundred. */
const LONGEST = 65_536;

/** The text of an answer. Of one that goes on and on, which would fill the memory, only the beginning is read. */
export const beginningOf = async ({ body }: Response): Promise<string> => {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > LONGEST) break;
  }
  return text;
};
