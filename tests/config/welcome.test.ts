import { describe, expect, it } from 'vitest';

import { settingsFrom } from '#config/environment.ts';
import { welcome } from '#config/welcome.ts';

const STRIPE = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_canary', STRIPE_WEBHOOK_SECRET: 'whsec_canary' };
const said = (environment: Record<string, string>) =>
  welcome(3000, settingsFrom(environment), { hasSamples: true }).replace(/\s+/g, ' ');

describe('what a person at the terminal reads once there are sample data', () => {
  it('calls the sample account a subscriber where no money moves, and tells where renewals are played', () => {
    expect(said({})).toContain('Sign in as dana@example.com, a subscriber, or as omar@example.com;');
    expect(said({})).toContain('/dev/subscriptions');
  });

  it('calls nobody a subscriber where money would have to be paid for it', () => {
    expect(said(STRIPE)).toContain('Sign in as dana@example.com or as omar@example.com;');
    expect(said(STRIPE)).not.toMatch(/subscriber|\/dev\/subscriptions/);
  });
});
