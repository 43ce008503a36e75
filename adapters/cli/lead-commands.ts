import type { Command } from 'commander';

import { isLocalPhone } from '#domain/phone.ts';
import type { Grammar } from './grammar.ts';
import { LONGEST } from './limits.ts';
import { filled, instant, mapping, ownId, pathFrom, person } from './values.ts';

type ImportOptions = {
  readonly commit?: true;
  readonly listNow?: true;
  readonly map?: Record<string, string>;
  readonly encoding?: string;
  readonly rejects?: string;
};

/** For a number that several people may have. */
const ERASE_ALL = 'The number has no area code. Erase everybody who has it, in every state, for good?';

/** Leads come, move, and go. */
export const leadCommands = (program: Command, { leaf, wish, folder }: Grammar): void => {
  leaf(program, 'import', 'Import leads from a CSV file. Without --commit nothing is stored.', [
    'import friday.csv',
    'import friday.csv --commit --rejects mend-these.csv',
    'import friday.csv --map "Cell=phone" --map "Asking=price"',
  ])
    .argument('<file>', 'a CSV file with a line of headers', pathFrom(folder))
    .option('--commit', 'store the leads, instead of telling what would come of it')
    .option('--list-now', 'publish them at once, instead of next Monday at 15:00 UTC')
    .option(
      '--map <column=field>',
      'a column that we do not know by its header, the second of one name as "Phone (2)"; as often as needed',
      mapping,
    )
    .option('--encoding <name>', 'how the file is written, if it is not UTF-8', filled(LONGEST.encoding))
    .option('--rejects <file>', 'a new file for rejected rows, to be mended and imported again', pathFrom(folder))
    .action((file: string, { commit, listNow, map, encoding, rejects }: ImportOptions) =>
      wish({
        command: 'import',
        file,
        mapping: map ?? {},
        encoding,
        rejects,
        commit: commit === true,
        listNow: listNow === true,
      }),
    );

  leaf(program, 'undo-import', 'Take the leads of an import away, while none of them is sold or in checkout.', [
    'undo-import 0198c0de-0000-7000-8000-000000000000',
  ])
    .argument('<batch>', 'the id that the import told', ownId)
    .option('--yes', 'do not ask first')
    .action((batchId: string) =>
      wish({ command: 'undo-import', batchId }, `Take away every lead of the import ${batchId}?`),
    );

  leaf(program, 'refresh', 'Do by hand what every Monday at 15:00 UTC does. Doing it again changes nothing.', [
    'refresh',
    'refresh --at 2026-11-23T15:00Z',
  ])
    .option('--at <instant>', 'as of an earlier instant', instant)
    .action(({ at }: { readonly at?: number }) => wish({ command: 'refresh', at }));

  leaf(program, 'withdraw', 'Take a lead off the list, or out of the vault, for good.', [
    'withdraw 0198c0de-0000-7000-8000-000000000000 --note "moved abroad"',
  ])
    .argument('<lead>', "the lead's id, as /api/good-lead/unsold and the list of purchases tell it", ownId)
    .option('--note <text>', 'why, for the audit; without names or contact', filled(LONGEST.words))
    .option('--yes', 'do not ask first')
    .action((leadId: string, { note }: { readonly note?: string }) =>
      wish({ command: 'withdraw', leadId, note }, `Withdraw the lead ${leadId} for good?`),
    );

  leaf(program, 'erase', 'Erase a person everywhere, known by e-mail address or phone number.', [
    'erase ann.lee@example.com',
    'erase "(512) 555-0142" --yes',
  ])
    .argument(
      '<email-or-phone>',
      'an e-mail address in any case, or a phone number with any punctuation; a mistyped one finds nobody',
      person,
    )
    .option('--yes', 'do not ask first')
    .action((text: string) =>
      wish({ command: 'erase', text }, isLocalPhone(text) ? ERASE_ALL : 'Erase this person for good?'),
    );
};
