import { describe, expect, it } from 'vitest';

import { settingsFrom } from '#config/environment.ts';
import { welcome } from '#config/welcome.ts';

const STRIPE = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_canary', STRIPE_WEBHOOK_SECRET: 'whsec_canary' };
const SERVER = { DATABASE_URL: 'postgres://u@db/x' };
const BY_MAIL = {
  MAIL: 'smtp',
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'leads@shop.example',
  CONTACT_TO: 'us@shop.example',
};
const said = (environment: Record<string, string>, hasSamples = true) =>
  welcome(3000, settingsFrom(environment), { hasSamples }).replace(/\s+/g, ' ');

describe('what a person at the terminal reads once there are sample data', () => {
  it('calls the sample account a subscriber where no money moves, and tells where renewals are played', () => {
    expect(said({})).toContain('Sign in as dana@example.com, a subscriber, or as omar@example.com;');
    expect(said({})).toContain('/dev/subscriptions');
  });

  it('calls nobody a subscriber where money would have to be paid for it', () => {
    expect(said(STRIPE)).toContain('Sign in as dana@example.com or as omar@example.com;');
    expect(said(STRIPE)).not.toMatch(/subscriber|\/dev\/subscriptions/);
  });

  it('tells how a lead is bought, and where its contact is read', () => {
    expect(said({})).toContain('pay on the simulated checkout (no money moves),');
    expect(said({})).toContain("then read the lead's contact at http://localhost:3000/dev/mailbox");
    expect(said({ ...STRIPE, ...BY_MAIL })).toContain("WELCOME10, pay, then read the lead's contact in your mail");
  });
});

describe('what a person at the terminal reads', () => {
  it('begins with where the shop is', () => {
    expect(said({}, false)).toMatch(/^ Homelead is at http:\/\/localhost:3000 /);
    expect(said({ PUBLIC_URL: 'https://shop.example' }, false)).toMatch(/^ Homelead is at https:\/\/shop\.example /);
  });

  it('ends with the folder that the data are kept in, where they are', () => {
    expect(said({ DATA_DIR: 'shop' })).toMatch(/ Data is kept in shop\/ and survives a restart\. $/);
    expect(said(SERVER)).not.toContain('Data is kept');
  });

  it('says why there are no sample data, where they were to be had', () => {
    const words = 'No sample data were added: there is something in the shop already.';
    expect(said({}, false)).toContain(words);
    expect(said({})).not.toContain(words);
    expect(said(SERVER, false)).not.toContain(words);
  });

  it('names the mailbox of a shop without samples, which has one', () => {
    expect(said({}, false)).toContain('Mails are shown at http://localhost:3000/dev/mailbox');
    expect(said({}, false)).not.toContain('Try this');
    expect(said(BY_MAIL, false)).not.toContain('mailbox');
  });

  it('says of a process that it plays only a part', () => {
    expect(said({ ...SERVER, WEB_ONLY: 'yes' })).toContain('Jobs are left to other processes.');
    expect(said(SERVER)).not.toContain('Jobs');
    expect(said({ ...SERVER, WORKER_ONLY: 'yes' })).toBe(
      ' Homelead runs jobs here; http://localhost:3000/readyz tells how it is. ',
    );
  });
});
