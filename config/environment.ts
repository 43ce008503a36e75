import * as v from 'valibot';

import { isEmail } from '#domain/email.ts';
import { DAY, HOUR } from '#domain/instant.ts';
import { DEFAULT_SHELF_CYCLES } from '#domain/lead.ts';
import { RENEWAL_GRACE } from '#domain/subscription.ts';
import type { Given } from './choice.ts';
import { DATABASE_SETTINGS, databaseOf, missingForDatabase } from './database-settings.ts';
import { LIMIT_SETTINGS, limitsOf } from './limit-settings.ts';
import { MAIL, MAIL_CHOICES, isLoginMailbox, missingForMail } from './mail.ts';
import { PAYMENTS, PAYMENT_CHOICES } from './payments.ts';
import type { BusinessSettings } from './outside.ts';
import { showsMailsToEverybody, wrongForAddress } from './public-address.ts';
import { RUNNING_SETTINGS, runningOf, wrongForRunning } from './running-settings.ts';
import { address, networks, oneOf, wholeNumber, yesOrNo } from './setting-kinds.ts';
import { withoutEffect, wrongForEarnest } from './without-effect.ts';

/** Invalid settings, all of them in one message. */
export class BadSettings extends Error {
  override readonly name = 'BadSettings';
}

/** Every setting, with its default. The settings of the providers are read once one is chosen. */
const Environment = v.object({
  NODE_ENV: v.optional(oneOf(['production', 'development', 'test']), 'development'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  PORT: v.optional(wholeNumber(0, 65_535), '3000'),
  PUBLIC_URL: v.optional(address),
  ...DATABASE_SETTINGS,
  SAMPLE_DATA: v.optional(yesOrNo),
  REQUIRE_TERMS: v.optional(yesOrNo, 'no'),
  SHELF_CYCLES: v.optional(wholeNumber(1, 52), String(DEFAULT_SHELF_CYCLES)),
  ERASE_AFTER_DAYS: v.optional(wholeNumber(0, 3_650), '30'),
  FORGET_MESSAGES_AFTER_DAYS: v.optional(wholeNumber(1, 3_650), '180'),
  RENEWAL_GRACE_HOURS: v.optional(wholeNumber(0, 720), String(RENEWAL_GRACE / HOUR)),
  CONCEAL_ACCOUNTS: v.optional(yesOrNo, 'no'),
  CONTACT_TO: v.optional(v.pipe(v.string(), v.check(isEmail, 'must be an e-mail address'))),
  TRUSTED_PROXIES: v.optional(networks, ''),
  ...LIMIT_SETTINGS,
  ...RUNNING_SETTINGS,
  LOG_LEVEL: v.optional(oneOf(['debug', 'info', 'warn', 'error', 'silent'])),
});

const ProviderEnvironment = v.object({ ...PAYMENTS.settings, ...MAIL.settings });

export const SETTING_NAMES = Object.keys({ ...Environment.entries, ...ProviderEnvironment.entries });

type Parsed = v.InferOutput<typeof Environment>;

/** Choices that production requires by name: the defaults would sell or mail nothing for real. */
const NEEDED_IN_PRODUCTION = {
  PUBLIC_URL: 'where the shop is seen from outside',
  DATABASE_URL: 'the PostgreSQL server',
  PAYMENTS: PAYMENT_CHOICES,
  MAIL: MAIL_CHOICES,
} as const satisfies Partial<Record<keyof Parsed | 'PAYMENTS' | 'MAIL', string>>;

const missing = (given: Given): readonly string[] =>
  given['NODE_ENV'] === 'production'
    ? Object.entries(NEEDED_IN_PRODUCTION)
        .filter(([name]) => given[name] === undefined)
        .map(([name, what]) => `${name} is missing: ${what}`)
    : [];

const businessOf = (parsed: Parsed): BusinessSettings => ({
  termsRequired: parsed.REQUIRE_TERMS,
  shelfCycles: parsed.SHELF_CYCLES,
  eraseAfter: parsed.ERASE_AFTER_DAYS * DAY,
  messagesKept: parsed.FORGET_MESSAGES_AFTER_DAYS * DAY,
  renewalGrace: parsed.RENEWAL_GRACE_HOURS * HOUR,
  concealAccounts: parsed.CONCEAL_ACCOUNTS,
  // Where no mail leaves, it is only shown in the development mailbox.
  contactTo: parsed.CONTACT_TO ?? 'contact@homelead.example',
  shopUrl: parsed.PUBLIC_URL ?? `http://localhost:${parsed.PORT}`,
});

const settingsOf = (parsed: Parsed, given: Given, idle: readonly string[]) => {
  const isProduction = parsed.NODE_ENV === 'production';
  return {
    isProduction,
    host: parsed.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    port: parsed.PORT,
    publicUrl: parsed.PUBLIC_URL,
    business: businessOf(parsed),
    database: databaseOf(parsed),
    /** Invented leads and coupons for an empty shop. */
    sampleData: parsed.SAMPLE_DATA ?? (!isProduction && parsed.DATABASE_URL === undefined),
    payments: PAYMENTS.of(given).chosen(given, isProduction),
    /** The shop runs in production, and no money moves. */
    paymentsOnTrial: isProduction && PAYMENTS.of(given).isTrial(given),
    mail: MAIL.of(given).chosen(given, isProduction),
    mailsArePublic: showsMailsToEverybody(given),
    trustedProxies: parsed.TRUSTED_PROXIES,
    limits: limitsOf(parsed),
    ...runningOf(parsed),
    logLevel: parsed.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    /** Names of settings that were given but have no effect. */
    withoutEffect: idle,
  } as const;
};

export type Settings = ReturnType<typeof settingsOf>;

/** Reads the environment. Throws `BadSettings` with one message that lists every invalid or missing setting. */
export const settingsFrom = (environment: Readonly<Record<string, string | undefined>>): Settings => {
  const given = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, environment[name]] as const).filter(
      ([name, value]) => value !== undefined && value !== '' && !isLoginMailbox(name, value),
    ),
  );
  const result = v.safeParse(Environment, given);
  const problems = [
    ...[...(result.issues ?? []), ...(v.safeParse(ProviderEnvironment, given).issues ?? [])].map(
      (issue) => `${v.getDotPath(issue)} ${issue.message}`,
    ),
    ...missing(given),
    ...missingForDatabase(given),
    ...PAYMENTS.of(given).missing(given),
    ...missingForMail(given),
    ...wrongForRunning(given),
    ...wrongForEarnest(given),
    ...wrongForAddress(given),
  ];
  if (!result.success || problems.length > 0)
    throw new BadSettings(['The settings cannot be used:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
  return settingsOf(result.output, given, withoutEffect(environment, given, SETTING_NAMES));
};
