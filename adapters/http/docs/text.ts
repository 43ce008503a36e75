import { html } from 'hono/html';

export type View = ReturnType<typeof html>;
export type Child = View | string | readonly Child[];

const MARKS = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/;

/** The little of Markdown that descriptions use: `code`, **strong** and *emphasis*. */
export const marked = (text: string): Child =>
  text.split(MARKS).map((part): Child => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`;
    return part.length > 2 && part.startsWith('*') ? html`<em>${part.slice(1, -1)}</em>` : part;
  });

/** Text with empty lines between its paragraphs. */
export const paragraphs = (text: string): Child => text.split('\n\n').map((part) => html`<p>${marked(part)}</p>`);

const TOKEN = /("(?:[^"\\]|\\.)*"(?=:))|("(?:[^"\\]|\\.)*")|(\b(?:true|false|null)\b|-?\d+(?:\.\d+)?)/g;
const KINDS = ['name', 'text', 'value'] as const;

/** A value as JSON, with its names, texts and other values marked. */
export const jsonView = (value: unknown): View => {
  const text = JSON.stringify(value, null, 2);
  const parts: Child[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)] ?? 'value';
    parts.push(text.slice(end, match.index), html`<span class="json-${kind}">${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  return html`<code>${[...parts, text.slice(end)]}</code>`;
};
