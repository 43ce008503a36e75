import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { serveOperator } from '#adapters/cli/serve-operator.ts';
import { startHttpServer } from '#adapters/http/server.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';
import type { Product } from './product.ts';
import type { Settings } from './environment.ts';
import { endOnFaults } from './faults.ts';
import { listenerOf } from './http.ts';
import { warnOfSettings } from './start-warnings.ts';
import { endOnSignals, stopper } from './stop.ts';
import { keepTickShape } from './tick-shape.ts';
import { welcome } from './welcome.ts';

/**
 * Serves the product until SIGTERM or SIGINT, then lets running work end. `before` sees each request first (the web's own server in
 * development).
 */
export const serve = async (
  product: Product,
  settings: Settings,
  before: (app: RequestListener) => RequestListener = (app) => app,
): Promise<{ readonly port: number }> => {
  endOnFaults(product.log);
  void keepTickShape();
  warnOfSettings(settings, product.log);
  const server = await startHttpServer(before(listenerOf(product)), { port: settings.port, host: settings.host });

  // No other process can open an embedded database while this one has it, so the operator's commands come here.
  const begin = async () => {
    await product.work();
    return settings.database.kind === 'embedded'
      ? serveOperator({ folder: settings.database.folder, run: product.operate, secrets: systemSecrets() })
      : undefined;
  };
  const begun = begin();
  const stop = stopper(
    {
      leave: product.leave,
      rest: product.rest,
      drain: async (milliseconds) => {
        // Each step of a command is atomic, so a long command does not delay the stop.
        const operator = Promise.race([begun.then((channel) => channel?.stop()), wait(milliseconds)]);
        const [isDrained] = await Promise.all([server.drain(milliseconds), operator]);
        return isDrained;
      },
      close: product.close,
    },
    settings.stopDelaySeconds,
  );
  // From now on requests come in, so none may be cut off.
  endOnSignals(stop, settings.stopDelaySeconds, product.log);
  await begun;

  process.stdout.write(welcome(server.port, settings, product));
  return { port: server.port };
};
