// @ts-check
// What the page cannot do by itself: names the shop that it was read from, copies, and sends calls.

const LONGEST = 20_000;

for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin;

/** @param {HTMLButtonElement} button */
const copy = async (button) => {
  await navigator.clipboard.writeText(button.closest('figure')?.querySelector('pre')?.textContent ?? '');
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 2_000);
};

for (const button of document.querySelectorAll('button.copy')) {
  if (!(button instanceof HTMLButtonElement) || navigator.clipboard === undefined) continue;
  button.hidden = false;
  button.addEventListener('click', () => void copy(button));
}

/** @param {string} text */
const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** @param {HTMLFormElement} form */
const send = (form) => {
  const { method, path = '', type = '' } = form.dataset;
  const fields = [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']);
  const query = new URLSearchParams(fields.filter(([name, value]) => name !== ':body' && value !== ''));
  const body = fields.find(([name]) => name === ':body')?.[1];
  return fetch(`${path}${query.size === 0 ? '' : `?${query}`}`, {
    method,
    ...(body !== undefined && { body, headers: { 'content-type': type } }),
  });
};

/** @param {HTMLFormElement} form @param {HTMLOutputElement} output */
const tryOut = async (form, output) => {
  const [status, content] = [output.querySelector('b'), output.querySelector('pre')];
  const button = form.querySelector('button');
  if (status === null || content === null || button === null) return;
  button.disabled = true;
  try {
    const response = await send(form);
    const after = response.headers.get('retry-after');
    const text = pretty(await response.text());
    status.textContent = `${response.status} ${response.statusText}${after === null ? '' : `, Retry-After: ${after}`}`;
    status.dataset.kind = response.ok ? 'good' : 'refused';
    content.textContent = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n…` : text;
  } catch {
    status.textContent = 'No answer';
    status.dataset.kind = 'refused';
    content.textContent = 'The shop could not be reached.';
  }
  output.hidden = false;
  button.disabled = false;
};

for (const part of document.querySelectorAll('details.try')) {
  const [form, output] = [part.querySelector('form'), part.querySelector('output')];
  if (form === null || output === null || !(part instanceof HTMLElement)) continue;
  part.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void tryOut(form, output);
  });
}

// A wide page shows its table of contents at the side, always.
const wide = matchMedia('(min-width: 64rem)');
const contents = document.querySelector('nav > details');
const unfold = () => {
  if (contents instanceof HTMLDetailsElement) contents.open = wide.matches;
};
unfold();
wide.addEventListener('change', unfold);
contents?.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a') !== null) unfold();
});
