import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it, onTestFinished, vi } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

it('lines about replicas belong to no request, least of all to the one that was the first to read', async () => {
  const { url, drop } = await freshDatabase({ migrated: false });
  onTestFinished(drop);
  const requests = new AsyncLocalStorage<string>();
  const requestsOfLines: (string | undefined)[] = [];
  const note = (): void => void requestsOfLines.push(requests.getStore());
  const log = { ...memoryLog(), info: note, warn: note };
  const { reading, close } = await openPostgres({ url, replicas: { urls: [url], lagMilliseconds: 500, log } });
  onTestFinished(close);
  await requests.run('the first', () => reading({})('select 1'));
  await vi.waitUntil(() => requestsOfLines.length > 0);
  expect(requestsOfLines).toEqual([undefined]);
});
