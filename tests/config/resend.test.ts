import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { compose } from '#config/compose.ts';
import type { Product } from '#config/product.ts';
import { settingsFrom } from '#config/environment.ts';
import { API_KEY, failing, resendDouble } from '#tests/adapters/resend/double.ts';
import { serveResend } from '#tests/adapters/resend/served.ts';

const EMAIL = 'nell.newcomer@example.com';

// The whole product with nothing but its environment to tell it of Resend, which is a server of its own here.
const double = resendDouble();
let product: Product;
let resend: Awaited<ReturnType<typeof serveResend>>;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homelead-resend-'));
  resend = await serveResend(double);
  const settings = settingsFrom({
    MAIL: 'resend',
    RESEND_API_KEY: API_KEY,
    RESEND_API_URL: `${resend.url}/v2/`,
    MAIL_FROM: 'Homelead <leads@homelead.example>',
    CONTACT_TO: 'office@homelead.example',
    DATA_DIR: folder,
    SAMPLE_DATA: 'no',
    LOG_LEVEL: 'silent',
  });
  product = await compose(settings, { web: { files: new Map(), shell: () => Promise.resolve('') } });
  await product.work();
}, 60_000);

afterAll(async () => {
  await product.close();
  await resend.close();
  await rm(folder, { recursive: true, force: true });
});

it('the whole product brings the letter of a sign-up by Resend; the newest link works although an answer was lost', async () => {
  const post = async (path: string, body: object) =>
    product.app.request(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  double.trouble(failing(429, 'rate_limit_exceeded'), 'drops the answer');
  const person = { email: EMAIL, password: 'sample-pass', fullName: 'Nell Newcomer' };
  expect((await post('register', person)).status).toBe(201);
  await expect.poll(() => double.asked.length, { timeout: 30_000 }).toBe(3);
  expect(new URL(double.asked[0]?.url ?? '').pathname).toBe('/v2/emails');
  const letters = double.outbox.map(({ fields }) => fields);
  expect(letters.map(({ to, from }) => [to, from])).toEqual(
    Array.from({ length: 2 }, () => [[EMAIL], 'Homelead <leads@homelead.example>']),
  );
  const tokens = letters.map(({ text }) => /token=([\w-]{43})/.exec(String(text))?.[1]);
  expect(new Set(tokens).size).toBe(2);
  const answers = [];
  for (const token of tokens) answers.push((await post(`verify?token=${token}`, {})).status);
  expect(answers.map((status) => status < 300)).toEqual([false, true]);
}, 60_000);
