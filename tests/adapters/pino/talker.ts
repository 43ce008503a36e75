// Logs to its standard output as the product does, and ends as it is told: `error`, `exit`, `fault`, `go-on`, `stay` or `warn`.
import { setTimeout as wait } from 'node:timers/promises';

import { pinoLog } from '#adapters/pino/log.ts';
import { endOnFaults } from '#config/faults.ts';

const log = pinoLog('info');
const [, , end, lines] = process.argv;
// A shop has told of its start before anything else opens its outputs.
for (let line = 1; line <= Number(lines); line += 1) log.info('request', { count: line });
endOnFaults(log);
switch (end) {
  case 'exit':
    process.exit(0);
    break;
  case 'fault':
    throw new Error('nobody expects it');
  case 'error':
    log.error('job keeps failing');
    process.kill(process.pid, 'SIGKILL');
    break;
  case 'warn':
    log.warn('job failed');
    process.kill(process.pid, 'SIGKILL');
    break;
  case 'go-on':
    // As a shop that sells while its log is in trouble: lines of both kinds, the greeting of the terminal, an error.
    await wait(200);
    for (let line = 1; line <= 200; line += 1) {
      log.info('request', { count: line });
      log.warn('job failed', { count: line });
      process.stdout.write('a greeting\n');
      process.stderr.write('an error\n');
      await wait(1);
    }
    process.exit(42);
    break;
  default:
    process.stderr.write('written');
    setInterval(() => {}, 1_000);
}
