import { Option } from 'commander';
import type { Command } from 'commander';

import { figures } from '#domain/count.ts';
import type { PurchaseProgress } from '#domain/purchase.ts';
import { HELP } from './grammar.ts';
import type { Grammar } from './grammar.ts';
import { LONGEST, MOST_ROWS } from './limits.ts';
import { PURCHASE_STATES } from './operation.ts';
import { email, filled, instant, wholeNumber } from './values.ts';

type ListOptions = {
  readonly state?: PurchaseProgress['state'];
  readonly buyer?: string;
  readonly until?: number;
  readonly limit: number;
};

const SALE = 'the number of the sale, such as HL-7K2M-9QXD, or the id of the purchase';

export const purchaseCommands = (program: Command, { leaf, wish }: Grammar): void => {
  const purchases = program
    .command('purchases')
    .description('List and show purchases, send a lead again, give money back.')
    .helpCommand(HELP);

  leaf(purchases, 'list', 'Purchases, newest first.', [
    'purchases list --buyer dana@example.com',
    'purchases list --state settled --until 2027-04-01 --limit 100',
  ])
    .addOption(new Option('--state <state>', 'only those in this state').choices(PURCHASE_STATES))
    .option('--buyer <email>', 'only those of this buyer', email)
    .option('--until <instant>', 'only those opened before: 2027-03-01 or 2027-03-01T15:00Z', instant)
    .option('--limit <number>', `so many, ${figures(MOST_ROWS)} at most`, wholeNumber(1, MOST_ROWS), 50)
    .action(({ state, buyer, until, limit }: ListOptions) =>
      wish({ command: 'purchases list', state, buyer, until, limit }),
    );

  leaf(purchases, 'show', 'Everything about one purchase, but the contact of its lead.', [
    'purchases show HL-7K2M-9QXD',
  ])
    .argument('<sale>', SALE, filled(LONGEST.id))
    .action((sale: string) => wish({ command: 'purchases show', sale }));

  leaf(purchases, 'resend', 'Send the mail with the lead to its buyer again.', [
    'purchases resend HL-7K2M-9QXD',
    'purchases resend HL-7K2M-9QXD --to dana@example.com',
  ])
    .argument('<sale>', SALE, filled(LONGEST.id))
    .option('--to <email>', "to this address, which is the buyer's from then on", email)
    .action((sale: string, { to }: { readonly to?: string }) => wish({ command: 'purchases resend', sale, to }));

  leaf(purchases, 'refund', 'Give the money of a sale back.', [
    'purchases refund HL-7K2M-9QXD --reason "the number belongs to somebody else"',
  ])
    .argument('<sale>', SALE, filled(LONGEST.id))
    .requiredOption('--reason <text>', 'required: why, for the audit; without names or contact', filled(LONGEST.words))
    .option('--yes', 'do not ask first')
    .action((sale: string, { reason }: { readonly reason: string }) =>
      wish({ command: 'purchases refund', sale, reason }, `Give the money of ${sale} back?`),
    );

  leaf(
    program,
    'reconcile',
    'Read again at the payment provider what the database has of open purchases, recent sales, live and recently ended subscriptions.',
    ['reconcile'],
  ).action(() => wish({ command: 'reconcile' }));
};
