import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * For a process of the product: nothing of the tester's own environment but the path. What Node has compiled is kept from one start to
 * the next: there are many.
 */
export const BARE_ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
} as const;
