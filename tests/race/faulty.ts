// A process in which something goes wrong that nobody catches.
import { pinoLog } from '#adapters/pino/log.ts';
import { endOnFaults } from '#config/faults.ts';

endOnFaults(pinoLog('warn'));
process.stdout.write('http://localhost:1\n');
setTimeout(() => {
  const fault = new TypeError('canary@example.com');
  if (process.env['FAULT'] === 'thrown') throw fault;
  void Promise.reject(fault);
}, 10);
// One that went on all the same.
setTimeout(() => process.exit(0), 5_000);
