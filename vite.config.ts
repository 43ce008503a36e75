import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

import { budget } from './web/budget.ts';
import { earlyAddress } from './web/early-script.ts';

/** Asks the browser for the font before a text needs it. From the head that would hold the first paint back for 100 ms. */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'body-prepend',
        })),
  },
});

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A script of its own that runs as soon as it is there: it is small, and needs none of the others. */
const earlyScript = (): Plugin => ({
  name: 'early-script',
  buildStart() {
    if (this.environment.mode === 'build') this.emitFile({ type: 'chunk', id: here('web/early.ts'), name: 'early' });
  },
  transformIndexHtml: (_html, { bundle }) => [
    {
      tag: 'script',
      attrs: { type: 'module', async: true, crossorigin: true, src: earlyAddress(bundle) },
      injectTo: 'head-prepend',
    },
  ],
});

/** Puts the stylesheet into the page: one round trip less until something is seen. The server tells the browser its hash. */
const inlineStyles = (): Plugin => ({
  name: 'inline-styles',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replaceAll(/<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+)"[^>]*>/g, (link, file: string) => {
        const sheet = bundle[file];
        if (sheet?.type !== 'asset') return link;
        return `<style>${String(sheet.source).trim()}</style>`;
      }),
  },
});

/** Puts a smaller copy beside every script and stylesheet, so that the server never compresses them itself. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [fileName, output] of Object.entries(bundle)) {
        if (!/\.(?:js|css)$/.test(fileName)) continue;
        const content = output.type === 'chunk' ? output.code : output.source;
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(content) });
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(content, { level: 9 }) });
      }
    },
  },
});

/** The router can tell screens apart by patterns of an address. Here it never does: what reads them is left out, and no `Route` works. */
const withoutPatterns = (): Plugin => ({
  name: 'without-patterns',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'regexparam' ? '\0without-patterns' : undefined),
  load: (id) => (id === '\0without-patterns' ? 'export const parse = undefined;' : undefined),
});

/** The parts of the API's contract, by their names. */
const CONTRACT = readdirSync(here('adapters/http/contract')).map((file) => `adapters/http/contract/${file}`);

/** A plugin that has no part in the server's build. */
const inBrowser = (plugin: Plugin): Plugin => ({
  ...plugin,
  applyToEnvironment: ({ name }) => name === 'client',
});

// Two builds in one go: the web for the browser, and the same web for the server, which draws the public pages with it.
export default defineConfig({
  root: here('web'),
  // The router brings along what stood in for a hook of React's before React had it, and then hands on React's own.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' }] },
  plugins: [
    react(),
    tailwind(),
    withoutPatterns(),
    ...[preloadFonts(), earlyScript(), inlineStyles(), budget(), precompress()].map((plugin) => inBrowser(plugin)),
  ],
  // What the web may see of the house while developing; the data folder and the server's sources are not in it.
  server: { fs: { allow: ['web', 'domain', ...CONTRACT, 'node_modules'].map(here) } },
  builder: {},
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    // Browsers that know light-dark() and subgrid, so that nothing is rewritten for older ones. Firefox has AbortSignal.any() from 124
    // and popovers from 125.
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // A data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Which files a screen is in: its page asks for them at once.
    manifest: true,
  },
  environments: {
    server: {
      // The libraries are part of it: what serves the product has none of the browser's.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      build: {
        outDir: here('dist/server'),
        target: 'node24',
        ssr: true,
        manifest: false,
        copyPublicDir: false,
        minify: false,
        rolldownOptions: { input: { web: here('web/server.tsx') }, output: { codeSplitting: false } },
      },
    },
  },
});
