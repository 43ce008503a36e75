import { BadSettings, settingsFrom } from '#config/environment.ts';

/** The least that is set in production. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  DATABASE_URL: 'postgres://u@db/x',
  PAYMENTS: 'simulated',
  MAIL: 'dev-mailbox',
};

/** The same with mail that is sent out. */
export const WITH_MAIL = {
  ...PRODUCTION,
  MAIL: 'smtp',
  MAIL_FROM: 'Homelead <leads@shop.example>',
  SMTP_URL: 'smtp://mail.example',
  CONTACT_TO: 'office@shop.example',
};

/** The words with which a start is refused; `no complaint` if it is not. */
export const messageOf = (environment: Readonly<Record<string, string>>): string => {
  try {
    settingsFrom(environment);
  } catch (error) {
    if (error instanceof BadSettings) return error.message;
    throw error;
  }
  return 'no complaint';
};

/** The same, a line for each setting that is wrong. */
export const complaintsOf = (environment: Readonly<Record<string, string>>): readonly string[] =>
  messageOf(environment).split('\n').slice(1);
