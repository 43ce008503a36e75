import { MONTHLY } from '#web/price.ts';

export type VaultQuestion = { readonly question: string; readonly answer: string };

/** What people ask before they subscribe. */
export const VAULT_QUESTIONS: readonly VaultQuestion[] = [
  {
    question: 'How good are the leads?',
    answer:
      'Every lead was verified by a person and scored before it was first listed. A lead in the Vault is one that nobody bought on the marketplace. Other subscribers see it too, so call early.',
  },
  {
    question: 'What does it cost?',
    answer: `${MONTHLY} per month for everything: all leads, all contact details, search and export. There is no contract and no fee per lead.`,
  },
  {
    question: 'Can I cancel at any time?',
    answer:
      'Yes, from your profile. You keep access until the end of the month that you have paid for, and nothing is charged after that.',
  },
  {
    question: 'How often are there fresh leads?',
    answer: 'Every Monday. The Vault holds the unsold leads of the past 90 days, so it changes each week.',
  },
];
