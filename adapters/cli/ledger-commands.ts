import type { Command } from 'commander';

import { figures } from '#domain/count.ts';
import type { Grammar } from './grammar.ts';
import { MOST_ROWS } from './limits.ts';
import { wholeNumber } from './values.ts';

/** What there is, what has been done, and what nobody was told of. */
export const ledgerCommands = (program: Command, { leaf, wish }: Grammar): void => {
  leaf(program, 'stats', 'How many leads, purchases and subscriptions there are.', ['stats', 'stats --json']).action(
    () => wish({ command: 'stats' }),
  );

  leaf(program, 'audit', 'What operators and the schedule have done, newest first.', ['audit --limit 20'])
    .option('--limit <number>', `so many entries, ${figures(MOST_ROWS)} at most`, wholeNumber(1, MOST_ROWS), 50)
    .action(({ limit }: { readonly limit: number }) => wish({ command: 'audit', limit }));

  leaf(
    program,
    'spam',
    'Messages of the contact form that were taken for spam, newest first. Nobody was mailed them.',
    ['spam --limit 20'],
  )
    .option('--limit <number>', `so many messages, ${figures(MOST_ROWS)} at most`, wholeNumber(1, MOST_ROWS), 10)
    .action(({ limit }: { readonly limit: number }) => wish({ command: 'spam', limit }));
};
