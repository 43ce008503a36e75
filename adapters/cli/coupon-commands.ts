import { Option } from 'commander';
import type { Command } from 'commander';

import { MOST_USES } from '#domain/coupon.ts';
import { HELP } from './grammar.ts';
import type { Grammar } from './grammar.ts';
import { code, dollars, dollarsOff, instant, percent, wholeNumber } from './values.ts';

type CreateOptions = {
  readonly percent?: number;
  readonly amount?: number;
  readonly from?: number;
  readonly until?: number;
  readonly uses?: number;
  readonly minPrice?: number;
};

export const couponCommands = (program: Command, { leaf, wish }: Grammar): void => {
  const coupon = program.command('coupon').description('Create, list and stop coupons.').helpCommand(HELP);

  leaf(coupon, 'create', 'Make a coupon: a percentage or an amount off.', [
    'coupon create SPRING --percent 10 --from 2027-03-01 --until 2027-04-01',
    'coupon create TENOFF20 --amount 10 --uses 20 --min-price 25',
  ])
    .argument('<code>', '1 to 40 letters, digits, dashes and underscores', code)
    .option('--percent <number>', 'so many percent off, such as 12.5', percent)
    .addOption(new Option('--amount <dollars>', 'so many dollars off').argParser(dollarsOff).conflicts('percent'))
    .option('--from <instant>', 'valid from then on: 2027-03-01 or 2027-03-01T15:00Z', instant)
    .option('--until <instant>', 'no longer valid at that instant', instant)
    .option('--uses <number>', 'so many purchases in all', wholeNumber(1, MOST_USES))
    .option('--min-price <dollars>', 'only for leads of this price or more', dollars)
    .action((kept: string, options: CreateOptions, command: Command) => {
      const { percent: basisPoints, amount, from: startsAt, until: endsAt, uses: maxUses, minPrice } = options;
      const rest = { startsAt, endsAt, maxUses, smallestPrice: minPrice };
      if (basisPoints !== undefined)
        wish({ command: 'coupon create', code: kept, discount: { kind: 'percent', basisPoints }, ...rest });
      else if (amount !== undefined)
        wish({ command: 'coupon create', code: kept, discount: { kind: 'amount', cents: amount }, ...rest });
      else command.error('error: say what it takes off: --percent or --amount');
    });

  leaf(coupon, 'list', 'Every coupon, stopped and expired ones too.', ['coupon list']).action(() =>
    wish({ command: 'coupon list' }),
  );

  leaf(coupon, 'stop', 'Stop a coupon for good. Its code is never used again.', ['coupon stop SPRING'])
    .argument('<code>', 'in any case', code)
    .option('--yes', 'do not ask first')
    .action((kept: string) => wish({ command: 'coupon stop', code: kept }, `Stop the coupon ${kept} for good?`));
};
