// Unpacks the Chromium that npm delivered, with its libraries and fonts, so that no system package is needed.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

const root = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const bundle = join(root, '@sparticuz/chromium');
const parts = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br', 'swiftshader.tar.br'];

export type Chromium = {
  readonly which: { readonly executablePath: string } | { readonly channel: 'chrome' };
  readonly env: { readonly [name: string]: string };
};

/** The advice for a machine without a browser for the tests. */
export const NO_BROWSER =
  'Chromium comes with npm for Linux x64 only: elsewhere install Chrome, or name an installed Chrome or Chromium in TEST_BROWSER.';

/**
 * The browser for the tests: the one of `TEST_BROWSER`, else the one from npm, and where npm has none an installed Chrome. The one from
 * npm is unpacked on first use (about 2 s).
 */
export const chromium = async (platform = process.platform, arch = process.arch): Promise<Chromium> => {
  const given = process.env['TEST_BROWSER'];
  if (given !== undefined && given !== '') return { which: { executablePath: given }, env: {} };
  if (platform !== 'linux' || arch !== 'x64') return { which: { channel: 'chrome' }, env: {} };
  const { version } = JSON.parse(readFileSync(join(bundle, 'package.json'), 'utf8')) as { version: string };
  const home = join(root, '.cache', `chromium-${version}`);
  if (!existsSync(home)) await unpack(home);
  nameFontsIn(home);
  return {
    which: { executablePath: join(home, 'chromium') },
    env: { LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_PATH: join(home, 'fonts'), HOME: home },
  };
};

/**
 * Tells the browser where its fonts are: the package's own file names folders of a cloud machine, and the project's folder may
 * have been moved since. Without a font the browser draws no text, or crashes.
 */
const nameFontsIn = (home: string): void => {
  const file = join(home, 'fonts/fonts.conf');
  const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${home}/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>`;
  if (readFileSync(file, 'utf8') !== fonts) writeFileSync(file, fonts);
};

// A run that is stopped halfway must not leave half a browser: the folder gets its name only when it is whole.
const unpack = async (home: string): Promise<void> => {
  mkdirSync(join(home, '..'), { recursive: true });
  const partial = mkdtempSync(`${home}-`);
  const before = process.env['TMPDIR'];
  // `inflate` unpacks into the system's folder for temporary files, shared with every other version of the package.
  process.env['TMPDIR'] = partial;
  try {
    await Promise.all(parts.map((part) => inflate(join(bundle, 'bin', part))));
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  renameSync(partial, home);
};
