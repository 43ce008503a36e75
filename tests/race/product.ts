// One process of the shop, as the races run it: the product on the settings of its environment, whose clock, sweep and end the
// parent process decides.
import { flushCompileCache } from 'node:module';

import { compose } from '#config/compose.ts';
import { settingsFrom } from '#config/environment.ts';
import { serve } from '#config/serve.ts';
import type { Outside } from '#config/outside.ts';
import { refreshWeek } from '#application/refresh-week.ts';
import { settlePurchase } from '#application/settle-purchase.ts';
import { sweepPurchases } from '#application/sweep-purchases.ts';
import { sabotageOf } from '#tests/promises/sabotage/processes.ts';
import { pointOf, withPoints } from './crash-points.ts';
import type { CrashPoint } from './crash-points.ts';

export type Order =
  | { readonly do: 'set-clock'; readonly offset: number }
  /** From now on passes of the point are counted, and the process kills itself at the right one. */
  | { readonly do: 'arm'; readonly point: string }
  | { readonly do: 'sweep' | 'refresh' | 'weigh' };

export type Report =
  | { readonly is: 'ready'; readonly port: number }
  | { readonly is: 'clock-set' | 'armed' }
  /** How many purchases the sweep took in hand. */
  | { readonly is: 'swept'; readonly count: number }
  /** How many leads the refresh moved; `undefined` if it failed. */
  | { readonly is: 'refreshed'; readonly moved: number | undefined }
  /** The most memory that the process has ever had, in bytes. */
  | { readonly is: 'weighed'; readonly bytes: number };

const report = (what: Report): void => void process.send?.(what);

// A shop whose races are over, or whose parent was killed, ends.
process.once('disconnect', () => process.exit());

let offset = Number(process.env['CLOCK_OFFSET'] ?? 0);
let armed: CrashPoint | undefined;
let passes = 0;

const pointed = (outside: Outside): Outside =>
  withPoints(outside, (place, side) => {
    if (armed?.place !== place || armed.side !== side) return;
    passes += 1;
    if (passes === armed.pass) process.kill(process.pid, 'SIGKILL');
  });

// What breaks the shop stands before the points, so that a process also ends between its parts.
const sabotage = await sabotageOf(process.env);
const around = (outside: Outside): Outside => sabotage(pointed(outside));

const settings = settingsFrom(process.env);
let parts: Outside | undefined;
const product = await compose(settings, {
  web: { files: new Map(), shell: () => Promise.resolve('') },
  clock: () => Date.now() + offset,
  // The time of the shop is the parent's, whatever the database's server says.
  clockOffset: () => Promise.resolve(0),
  around: (outside) => (parts = around(outside)),
});
if (parts === undefined) throw new Error('the product was composed without its outside');
const sweep = sweepPurchases({ ...parts, settlePurchase: settlePurchase(parts) });
const refresh = refreshWeek(parts);

process.on('message', (order: Order) => {
  switch (order.do) {
    case 'set-clock':
      offset = order.offset;
      return report({ is: 'clock-set' });
    case 'arm':
      armed = pointOf(order.point);
      passes = 0;
      return report({ is: 'armed' });
    case 'weigh':
      return report({ is: 'weighed', bytes: process.resourceUsage().maxRSS * 1_024 });
    case 'sweep':
      return void sweep().then(
        (count) => report({ is: 'swept', count }),
        (error: unknown) => {
          console.error('sweep failed', error);
          report({ is: 'swept', count: 0 });
        },
      );
    case 'refresh':
      return void refresh().then(
        (outcome) =>
          report({
            is: 'refreshed',
            moved: outcome.is === 'refreshed' ? outcome.vaulted + outcome.expired + outcome.erased : undefined,
          }),
        (error: unknown) => {
          console.error('refresh failed', error);
          report({ is: 'refreshed', moved: undefined });
        },
      );
  }
});

const { port } = await serve(product, settings);
// A process that is killed would not keep what it has compiled.
flushCompileCache();
report({ is: 'ready', port });
