import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { onTestFinished } from 'vitest';

import { listenerOf } from '#config/http.ts';
import { SHOP } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

/** Serves a shop on a real socket until the test is over; answers the port. */
export const served = async ({ app, first }: Pick<ShopApp, 'app' | 'first'>): Promise<number> => {
  const server = createServer(listenerOf({ app, first, https: SHOP.startsWith('https:') }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
};
