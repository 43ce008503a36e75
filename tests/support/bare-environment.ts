import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * For a process of the product: nothing of the tester's own environment but the path. What Node has compiled is kept from one start to
 * the next, as there are many, and WebAssembly is compiled once.
 */
export const BARE_ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  NODE_OPTIONS: `--import=${new URL('./compiled-once.ts', import.meta.url).href}`,
} as const;
