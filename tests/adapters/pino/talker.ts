// Logs to its standard output as the product does, and ends as it is told: `exit`, `fault`, `stay` or `warn`.
import { pinoLog } from '#adapters/pino/log.ts';
import { endOnFaults } from '#config/faults.ts';

const log = pinoLog('info');
const [, , end, lines] = process.argv;
endOnFaults(log);
for (let line = 1; line <= Number(lines); line += 1) log.info('request', { count: line });
switch (end) {
  case 'exit':
    process.exit(0);
    break;
  case 'fault':
    throw new Error('nobody expects it');
  case 'warn':
    log.warn('at once');
    process.kill(process.pid, 'SIGKILL');
    break;
  default:
    setInterval(() => {}, 1_000);
}
