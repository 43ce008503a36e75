import { escapeHtml } from './html.ts';

/** A mail in our own words, before its layout. Every text is plain; lines are cleaned when rendered. */
export type Letter = {
  readonly subject: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
};

export type Block =
  | Running
  /** Named values; a `link` makes the value one to tap. */
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'link'; readonly label: string; readonly url: string };

type Running = {
  readonly kind: 'text' | 'small';
  readonly text: string;
  /**
   * Addresses of our own pages that we wrote into the text, as links. No other address becomes a link, as anybody may have typed it.
   */
  readonly links?: readonly string[];
};

export type Fact = { readonly name: string; readonly value: string; readonly link?: string };

const SIGNATURE = 'Homelead · exclusive buyer leads, new every Monday';

/** One line: characters that control a header or a terminal become spaces. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const textOf = (block: Block): string => {
  switch (block.kind) {
    case 'text':
    case 'small':
      return block.text;
    case 'facts':
      return block.facts.map(({ name, value }) => `${name}: ${value}`).join('\n');
    case 'link':
      return `${block.label}: ${block.url}`;
  }
};

/** Mail programs ignore stylesheets, so each element carries its own style. */
const STYLE = {
  page: 'margin:0;padding:24px 16px;background:#fafaf7;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#14211d',
  card: 'max-width:520px;margin:0 auto;padding:24px 20px;background:#ffffff;border:1px solid #e1e0da;border-radius:16px;overflow-wrap:anywhere',
  brand: 'margin:0 0 20px;font-size:14px;font-weight:700;color:#035d45',
  heading: 'margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700',
  text: 'margin:0 0 16px',
  facts: 'width:100%;margin:0 0 20px;border-collapse:collapse',
  name: 'width:90px;padding:8px 12px 8px 0;border-top:1px solid #e1e0da;color:#4f5c58;font-size:14px;text-align:left;font-weight:400;vertical-align:top;white-space:nowrap',
  value: 'padding:8px 0;border-top:1px solid #e1e0da',
  short: 'font-weight:600',
  textLink: 'color:#035d45',
  link: 'display:inline-block;margin:0 0 20px;padding:12px 20px;background:#035d45;color:#ffffff;border-radius:10px;font-weight:600;text-decoration:none',
  small: 'margin:0 0 12px;font-size:13px;color:#4f5c58',
} as const;

/** A text with its line breaks, which HTML would ignore. */
const linesHtml = (text: string): string => escapeHtml(text).replaceAll(/\r\n?|\n/g, '<br>');

const anchorHtml = (url: string, shown: string): string =>
  `<a href="${escapeHtml(url)}" style="${STYLE.textLink}">${shown}</a>`;

/** The text with each of these addresses as a link. */
const linkedHtml = (text: string, [link, ...others]: readonly string[]): string =>
  link === undefined
    ? linesHtml(text)
    : text
        .split(link)
        .map((part) => linkedHtml(part, others))
        .join(anchorHtml(link, escapeHtml(link)));

/** In characters, about a line on a phone: a longer value is read rather than looked up, and needs no bold. */
const SHORT = 60;

const factHtml = ({ name, value, link }: Fact): string => {
  // An address that is too long for its line breaks before the @ rather than anywhere.
  const shown = linesHtml(value).replaceAll('@', '<wbr>@');
  const linked = link === undefined ? shown : anchorHtml(link, shown);
  const style = value.length > SHORT ? STYLE.value : `${STYLE.value};${STYLE.short}`;
  return `<tr><th scope="row" style="${STYLE.name}">${escapeHtml(name)}</th><td style="${style}">${linked}</td></tr>`;
};

const htmlOf = (block: Block): string => {
  switch (block.kind) {
    case 'text':
    case 'small':
      return `<p style="${STYLE[block.kind]}">${linkedHtml(block.text, block.links ?? [])}</p>`;
    case 'facts':
      return `<table style="${STYLE.facts}">${block.facts.map(factHtml).join('')}</table>`;
    case 'link':
      return `<p style="margin:0"><a href="${escapeHtml(block.url)}" style="${STYLE.link}">${escapeHtml(block.label)}</a></p>`;
  }
};

/** The letter as the three parts of a mail. */
export const renderLetter = (
  letter: Letter,
): { readonly subject: string; readonly text: string; readonly html: string } => ({
  subject: oneLine(letter.subject),
  text: `${[letter.heading, ...letter.blocks.map(textOf), `-- \n${SIGNATURE}`].join('\n\n')}\n`,
  html: [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(oneLine(letter.subject))}</title></head><body style="${STYLE.page}"><div style="${STYLE.card}">`,
    `<p style="${STYLE.brand}">Homelead</p><h1 style="${STYLE.heading}">${escapeHtml(letter.heading)}</h1>`,
    ...letter.blocks.map(htmlOf),
    `<p style="${STYLE.small}">${escapeHtml(SIGNATURE)}</p></div></body></html>`,
  ].join(''),
});
