import { html } from 'hono/html';

import { exampleBody } from './example-view.ts';
import type { Called } from './example-view.ts';
import type { Child } from './text.ts';

/** The first can only be signed by providers; the others are links. */
const UNTRIED: ReadonlySet<string> = new Set(['Provider', 'Documents']);

/** A form that sends the call from the page. Hidden until the script of the page, which does the sending, has loaded. */
export const tryView = ({ path, method, operation }: Called): Child => {
  if (operation.tags.some((tag) => UNTRIED.has(tag))) return '';
  const body = exampleBody(operation);
  return html`<details class="try" hidden>
    <summary>Try it</summary>
    <form data-method="${method.toUpperCase()}" data-path="${path}" data-type="${body?.type ?? ''}">
      ${(operation.parameters ?? []).map(({ name, required, schema }) => {
        const values = schema.enum;
        return html`<label class="field"
          ><code>${name}</code>
          ${
            values === undefined
              ? html`<input name="${name}" autocomplete="off" spellcheck="false" ${required ? 'required' : ''} />`
              : html`<select name="${name}">
                  ${[...(required ? [] : ['']), ...values].map((value) => html`<option>${String(value)}</option>`)}
                </select>`
          }
        </label>`;
      })}
      ${
        body === undefined
          ? ''
          : html`<label class="field"
              >Body <textarea name=":body" rows="${body.text.split('\n').length + 1}" spellcheck="false">${body.text}</textarea>
            </label>`
      }
      <button class="button">Send</button>
    </form>
    <output hidden><b class="status"></b><pre tabindex="0"></pre></output>
  </details>`;
};
