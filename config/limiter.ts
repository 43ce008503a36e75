import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseLimiter } from '#adapters/rate-limiter/database-limiter.ts';
import type { Limiter } from '#application/ports/limiter.ts';
import type { Log } from '#application/ports/log.ts';
import type { Secrets } from '#application/ports/secrets.ts';
import type { Settings } from './environment.ts';

type Needs = { readonly database: Database; readonly secrets: Secrets; readonly log: Log };

/** The limits of the settings, counted in the database. */
export const limiterBy = (settings: Settings, { database, secrets, log }: Needs): Limiter =>
  databaseLimiter({
    query: database.query,
    // The database's URL is a secret that all processes share; an embedded one has a single process.
    secret: settings.database.kind === 'server' ? secrets.hash(settings.database.url) : secrets.token(),
    log,
    limits: settings.limits,
  });
