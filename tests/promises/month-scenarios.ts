import { BEGUN, ENDING } from '#tests/application/subscriber.ts';

export type Fact = 'pays' | 'is settled' | 'renewal paid' | 'renewal failed' | 'unsubscribes' | 'ended';

/** What truly happens to a subscription, and what must be at the end whoever tells of it, when and how often. */
export type Scenario = {
  readonly truth: readonly Fact[];
  /** With the subjects of the letters that must be written. */
  readonly end: string;
  /** Of what was so for a while only nobody needs to have heard. */
  readonly mayBeWritten?: readonly string[];
};

const FAILED = 'Your Lead Vault payment failed';

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'is paid': { truth: ['pays'], end: `live active, 1 paid, member, ${BEGUN}` },
  'is left': { truth: [], end: 'nothing, none' },
  'is renewed': { truth: ['pays', 'is settled', 'renewal paid'], end: `live active, 2 paid, member, ${BEGUN}` },
  'is not paid again': {
    truth: ['pays', 'is settled', 'renewal failed'],
    end: `live overdue, 1 paid, overdue member, ${FAILED}`,
    mayBeWritten: [BEGUN],
  },
  'is paid late': {
    truth: ['pays', 'is settled', 'renewal failed', 'renewal paid'],
    end: 'live active, 2 paid, member',
    mayBeWritten: [BEGUN, FAILED],
  },
  'is cancelled': {
    truth: ['pays', 'is settled', 'unsubscribes'],
    end: `live active, 1 paid, member to the end, ${ENDING}`,
    mayBeWritten: [BEGUN],
  },
  'is ended elsewhere': {
    truth: ['pays', 'is settled', 'ended'],
    end: `ended ended, 1 paid, member to the end, ${ENDING}`,
    mayBeWritten: [BEGUN],
  },
};
