import { argon2Passwords } from '#adapters/argon2/passwords.ts';
import { runOperation } from '#adapters/cli/run-operation.ts';
import { loggedInRequest } from '#adapters/http/request-id.ts';
import { clockOffset } from '#adapters/mikro-orm/clock-offset.ts';
import { databaseDocuments } from '#adapters/mikro-orm/documents.ts';
import { databaseLedger } from '#adapters/mikro-orm/ledger.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { poolOf } from '#adapters/mikro-orm/pool.ts';
import { databaseReadiness } from '#adapters/mikro-orm/readiness.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { databaseUsers } from '#adapters/mikro-orm/users.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import { pinoLog } from '#adapters/pino/log.ts';
import { prometheusMetrics } from '#adapters/prometheus/metrics.ts';
import { systemClock, systemPause, systemStopwatch } from '#adapters/system/clock.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';
import { answersBy } from './answers.ts';
import { openDatabase } from './database.ts';
import { freshSeconds } from './database-settings.ts';
import type { Settings } from './environment.ts';
import { webHttp, workerHttp } from './http.ts';
import type { HttpSide } from './http.ts';
import { importFile } from './import-file.ts';
import { openLeadChanges } from './lead-changes.ts';
import { limiterBy } from './limiter.ts';
import type { Product } from './product.ts';
import { openQueue } from './queue.ts';
import { readinessOf } from './readiness.ts';
import { SAMPLE_SUBSCRIBER, putSampleData } from './sample-data.ts';
import { subscribeSample } from './sample-subscriber.ts';
import { rightClock } from './right-clock.ts';
import { MAIL_PATIENCE } from './running-settings.ts';
import { repeatedJobs } from './schedule.ts';
import type { Surroundings } from './surroundings.ts';
import { useCasesOn } from './use-cases.ts';
import { watchedBy } from './watched.ts';
import { allOrNothing } from './all-or-nothing.ts';

/**
 * The whole product from its settings: the one place that knows every adapter. If a part cannot be opened, everything is closed again.
 */
export const compose = (settings: Settings, surroundings: Surroundings): Promise<Product> =>
  allOrNothing((opened) => composed(opened, settings, surroundings));

/** `opened`: everything that has to be closed, the last one first. */
const composed = async (
  opened: AsyncDisposableStack,
  settings: Settings,
  {
    web,
    clock = systemClock,
    clockOffset: givenOffset,
    log: lines = pinoLog(settings.logLevel),
    around = (outside) => outside,
  }: Surroundings,
): Promise<Product> => {
  const secrets = systemSecrets();
  const metrics = prometheusMetrics({ clock });
  const log = loggedInRequest(metrics.measuredLog(lines));

  const database = await openDatabase(settings.database, log);
  opened.defer(database.close);
  const changes = await openLeadChanges(settings, database, log);
  opened.defer(changes.close);
  const documents = databaseDocuments(database);

  const queue = await openQueue(settings, database, log);
  opened.defer(queue.jobs.stop);
  const limiter = limiterBy(settings, { database, secrets, log });
  const checkout = await settings.payments.open({
    publicUrl: settings.publicUrl,
    documents,
    clock,
    secrets,
    log,
    notify: async (raw) => {
      if ((await useCases.receiveNotification(raw)) === 'rejected')
        throw new Error('the shop took a notification for forged');
    },
  });
  const mail = await settings.mail.open({ documents, clock, log, patience: MAIL_PATIENCE });
  opened.defer(mail.close);

  const outside = around({
    atomically: changes.observed(databaseStore(database, { addJob: queue.add })),
    marketplace: databaseMarketplace(database),
    vault: databaseVault(database, { changes }),
    ledger: databaseLedger(database),
    users: databaseUsers(database),
    payments: checkout.payments,
    mailer: metrics.measuredMailer(mail.mailer),
    clock,
    stopwatch: systemStopwatch,
    pause: systemPause,
    secrets,
    log,
    limiter,
    passwords: await argon2Passwords(),
    ...settings.business,
  });
  const useCases = useCasesOn(outside);
  const samples = settings.sampleData ? await putSampleData(outside) : undefined;
  if (samples?.subscriberIsNew === true && checkout.buyer !== undefined)
    await subscribeSample(SAMPLE_SUBSCRIBER, { useCases, buyer: checkout.buyer, shopUrl: outside.shopUrl });

  const look = databaseReadiness(database);
  metrics.observe({ backlog: queue.backlog, ledger: outside.ledger, pool: () => poolOf(database), look });
  const time = rightClock({ offset: givenOffset ?? clockOffset(database, clock), log });
  const timely = time.guarded(useCases);
  const readiness = readinessOf(['database', 'migrations', 'clock'], time.beside(look));
  const watched = watchedBy(settings, { readiness: readiness.read, metrics: metrics.read });
  const webSide = (): HttpSide =>
    webHttp({
      useCases,
      limiter,
      secrets,
      clock,
      log,
      web,
      watched,
      publicUrl: settings.publicUrl,
      trustedProxies: settings.trustedProxies,
      payments: checkout.payments.profile,
      freshSeconds: freshSeconds(settings.database),
      cache: answersBy(settings, { changes, clock, changesByTime: useCases.foreseeChange }),
      developmentPages: [...checkout.pages, ...mail.pages],
    });

  return {
    ...(settings.role === 'worker' ? workerHttp(watched) : webSide()),
    log,
    hasSamples: samples?.areThere === true,
    leave: readiness.leave,
    rest: queue.rest,
    operate: runOperation({ useCases: timely, importFile: importFile(timely), ledger: outside.ledger, clock, log }),
    work: async () => {
      if (settings.role === 'web') return;
      mail.greet?.();
      await queue.jobs.work(timely.doJob);
      for (const { job, cron } of repeatedJobs) await queue.jobs.repeat(job, cron);
      // A Monday that passed while nothing ran is made up for at once.
      await outside.atomically(({ jobs }) => jobs.add({ name: 'refresh-week' }));
    },
    close: () => opened.disposeAsync(),
  };
};
