export type Fact =
  | 'pays'
  | 'both pay'
  | 'is settled'
  | 'is refunded'
  | 'is disputed'
  | 'dispute is won'
  | 'pays, and a week passes';

/** What truly happens to an order, and what must be at the end whoever tells of it, when and how often. */
export type Scenario = {
  readonly code?: string;
  readonly truth: readonly Fact[];
  readonly end: string;
  /** The money of an order that nobody heard of for a week has gone back by itself, and no books fit that. */
  readonly isOdd?: boolean;
};

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'is paid': { truth: ['pays'], end: 'settled sent, collected, lead sold, 1 uses, Your lead in Austin' },
  'costs nothing': {
    code: 'FREE1',
    truth: ['pays'],
    end: 'settled sent, never authorised, lead sold, 1 uses, Your lead in Austin',
  },
  'is left': { truth: [], end: 'abandoned, never authorised, lead listed, 0 uses' },
  'is beaten': {
    truth: ['both pay'],
    end: 'lost released, released, lead sold, 0 uses, Your card was not charged',
  },
  'is refunded elsewhere': {
    truth: ['pays', 'is settled', 'is refunded'],
    end: 'refunded sent, refunded, lead withdrawn, 1 uses, Your lead in Austin + Your purchase was refunded',
  },
  'is disputed': {
    truth: ['pays', 'is settled', 'is disputed'],
    end: 'refunded sent, disputed, lead withdrawn, 1 uses, Your lead in Austin',
  },
  'is disputed in vain': {
    truth: ['pays', 'is settled', 'is disputed', 'dispute is won'],
    end: 'settled sent, won, lead sold, 1 uses, Your lead in Austin',
  },
  'lapses unheard of': {
    truth: ['pays, and a week passes'],
    end: 'abandoned, lapsed, lead listed, 0 uses',
    isOdd: true,
  },
};
