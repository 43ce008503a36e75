export type Reason = { readonly title: string; readonly text: string };

/** Why this is different from a lead list. */
export const REASONS: readonly Reason[] = [
  {
    title: 'One lead, one agent',
    text: 'A lead disappears from the list the moment it is bought. You are never the fifth call.',
  },
  {
    title: 'Checked before it is listed',
    text: 'A person confirms that the contact details work and that the buyer is still looking.',
  },
  {
    title: 'Pay for what you use',
    text: 'No contract and no minimum. Buy one lead, or open the whole Vault for a month.',
  },
  {
    title: 'In your inbox in minutes',
    text: 'Details arrive by email after payment, so you can call while the search is on their mind.',
  },
];
