import { Command, CommanderError } from 'commander';

import { accountCommands } from './account-commands.ts';
import { couponCommands } from './coupon-commands.ts';
import { HELP } from './grammar.ts';
import type { Grammar, Leaf, Wish } from './grammar.ts';
import { keptByNpm } from './kept-by-npm.ts';
import type { Environment } from './kept-by-npm.ts';
import { leadCommands } from './lead-commands.ts';
import { ledgerCommands } from './ledger-commands.ts';
import { purchaseCommands } from './purchase-commands.ts';

export type Understood =
  | ({ readonly is: 'wish'; readonly isJson: boolean; readonly isConfirmed: boolean } & Wish)
  | { readonly is: 'help'; readonly text: string }
  | { readonly is: 'wrong'; readonly isJson: boolean; readonly message: string };

const examplesText = (examples: readonly string[]): string =>
  [
    '',
    examples.length === 1 ? 'Example:' : 'Examples:',
    ...examples.map((one) => `  npm run leads -- ${one}`),
    '',
  ].join('\n');

const OVERVIEW = `
Examples:
  npm run leads -- import friday.csv               what would come of the file; nothing is stored
  npm run leads -- import friday.csv --commit      stores it; leads are published next Monday at 15:00 UTC
  npm run leads -- coupon create SPRING --percent 10 --until 2027-04-01
  npm -s run leads -- stats --json                 one JSON document for a script
Help for one of them: npm run leads -- import --help
It exits with 0 when done, 1 when refused or failed, and 2 when the command was not understood.
`;

const AFTER_ERROR = '(Add --help for how it is written. npm keeps options that stand before a --: npm run leads -- …)';

/** Reads the words of a command line, and what npm may have kept of them. Does nothing else. */
export const understand = (words: readonly string[], folder: string, environment: Environment = {}): Understood => {
  let written = '';
  let found: Wish | undefined;
  let options: { readonly json?: true; readonly yes?: true } = {};
  const program = new Command('leads')
    .usage('COMMAND')
    .description('Runs the shop: imports leads, and sees to the week, coupons, refunds and accounts.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => (written += text), writeErr: (text) => (written += text) })
    .helpCommand(HELP)
    .showHelpAfterError(AFTER_ERROR)
    .addHelpText('after', OVERVIEW);
  const leaf: Leaf = (parent, name, description, examples) =>
    parent
      .command(name)
      .description(description)
      .option('--json', 'print one JSON document and nothing else on the standard output')
      .addHelpText('after', examplesText(examples))
      .hook('preAction', (_parent, command) => {
        options = command.opts();
      });
  const grammar: Grammar = { leaf, folder, wish: (operation, question) => (found = { operation, question }) };
  for (const add of [leadCommands, ledgerCommands, couponCommands, purchaseCommands, accountCommands])
    add(program, grammar);
  const kept = keptByNpm(program, words, environment);
  const wrong = (message: string): Understood => ({
    is: 'wrong',
    isJson: words.includes('--json') || kept.includes('--json'),
    message: message.trim(),
  });
  if (kept.length > 0)
    return wrong(
      `error: npm has kept ${kept.join(', ')} for itself. Write a -- before the command: npm run leads -- …`,
    );
  try {
    program.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? { is: 'help', text: written } : wrong(written);
  }
  if (found === undefined) return wrong(program.helpInformation());
  return { is: 'wish', isJson: options.json === true, isConfirmed: options.yes === true, ...found };
};
