import type { Command } from 'commander';

import { HELP } from './grammar.ts';
import type { Grammar } from './grammar.ts';
import { LONGEST } from './limits.ts';
import { filled } from './values.ts';

const ACCOUNT = 'its e-mail address, its id (the userId of the log), or the id of one of its subscriptions';

export const accountCommands = (program: Command, { leaf, wish }: Grammar): void => {
  const accounts = program.command('accounts').description('Show an account and its subscriptions.').helpCommand(HELP);

  leaf(accounts, 'show', 'An account, whether it can sign in, and what it has of the Lead Vault.', [
    'accounts show dana@example.com',
    'accounts show 0198c0de-0000-7000-8000-000000000000',
  ])
    .argument('<account>', ACCOUNT, filled(LONGEST.person))
    .action((account: string) => wish({ command: 'accounts show', account }));
};
