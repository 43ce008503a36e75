// Set-up of the web tests: each starts with an empty page, and a console.error fails its test.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

import { PATIENCE } from './patience.ts';

configure({ asyncUtilTimeout: PATIENCE.timeout });

// happy-dom does not navigate, and so has no `stop`.
Object.assign(globalThis, { stop: () => {} });

const complaints: string[] = [];

beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words.map(String).join(' ')));
});

afterEach(() => {
  cleanup();
  const heard = complaints.splice(0);
  if (heard.length > 0) throw new Error(`console.error: ${heard.join('\n')}`);
});
