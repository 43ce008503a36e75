export type Fact = 'pays' | 'is settled' | 'renewal paid' | 'renewal failed' | 'unsubscribes' | 'ended';

/** What truly happens to a subscription, and what must be at the end whoever tells of it, when and how often. */
export type Scenario = {
  readonly truth: readonly Fact[];
  readonly end: string;
  /** Of a payment that failed for a moment nobody needs to have heard. */
  readonly letters?: 'may be written';
};

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'is paid': { truth: ['pays'], end: 'live active, 1 paid, member' },
  'is left': { truth: [], end: 'nothing, none' },
  'is renewed': { truth: ['pays', 'is settled', 'renewal paid'], end: 'live active, 2 paid, member' },
  'is not paid again': {
    truth: ['pays', 'is settled', 'renewal failed'],
    end: 'live overdue, 1 paid, overdue member, Your Lead Vault payment failed',
  },
  'is paid late': {
    truth: ['pays', 'is settled', 'renewal failed', 'renewal paid'],
    end: 'live active, 2 paid, member',
    letters: 'may be written',
  },
  'is cancelled': { truth: ['pays', 'is settled', 'unsubscribes'], end: 'live active, 1 paid, member to the end' },
  'is ended elsewhere': { truth: ['pays', 'is settled', 'ended'], end: 'ended ended, 1 paid, member to the end' },
};
