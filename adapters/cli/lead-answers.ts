import { match } from 'ts-pattern';

import { counted, figures } from '#domain/count.ts';
import type { EraseOutcome } from '#application/erase-person.ts';
import type { RefreshOutcome } from '#application/refresh-week.ts';
import type { WithdrawOutcome } from '#application/withdraw-lead.ts';
import { answered, done, refused } from './answer.ts';
import type { OperatorAnswer } from './answer.ts';

export const refreshed = (outcome: RefreshOutcome): OperatorAnswer =>
  match(outcome)
    .with({ is: 'refreshed' }, ({ vaulted, expired, erased }) =>
      done({ vaulted, expired, erased }, [
        `${counted(vaulted, 'lead')} moved to the vault, ${figures(expired)} left it, and of ${figures(erased)} the contact was erased.`,
      ]),
    )
    .with({ is: 'in-the-future' }, ({ is }) => refused(is, 'That instant is still to come: nothing was moved.'))
    .exhaustive();

export const withdrawn = ({ is }: WithdrawOutcome): OperatorAnswer =>
  match(is)
    .with('withdrawn', () =>
      done({ withdrawn: true }, [
        'The lead is withdrawn. The server closes the payment pages that are open for it: now, or when it next runs.',
      ]),
    )
    .with('already', () => done({ withdrawn: true }, ['The lead was withdrawn before.']))
    .with('expired', () =>
      done({ withdrawn: false, expired: true }, [
        'The lead has left the vault, as its 90 days are over: there is nothing to withdraw.',
      ]),
    )
    .with('unknown', (reason) =>
      refused(
        reason,
        'There is no lead with this id. Ids are told by /api/good-lead/unsold?search=CITY and by npm run leads -- purchases list',
      ),
    )
    .with('sold', (reason) =>
      refused(
        reason,
        'The lead is sold. A sale is undone by a refund: npm run leads -- purchases refund SALE --reason TEXT',
      ),
    )
    .with('note-holds-contact', (reason) =>
      refused(reason, 'The note is kept in the audit: write it without e-mail addresses and phone numbers.'),
    )
    .exhaustive();

type Erased = Extract<EraseOutcome, { readonly is: 'erased' }>;

const erasedLine = ({ erased, withdrawn: taken }: Erased): string => {
  const told = `${counted(erased, 'lead')} no longer ${erased === 1 ? 'tells' : 'tell'} of this person`;
  if (taken === 0) return `${told}.`;
  const which = erased === 1 ? 'it' : `${figures(taken)} of them`;
  return `${told}; ${which} ${taken === 1 ? 'was' : 'were'} on offer or in the vault and ${taken === 1 ? 'is' : 'are'} withdrawn.`;
};

/** Leads that still tell of the person, and what there is to do about them. */
const leftLines = ({ inDelivery, undeliverable }: Erased): readonly string[] => [
  ...(inDelivery === 0
    ? []
    : [
        `${counted(inDelivery, 'sold lead')} still on the way to the buyer, or back: erase again once the delivery or the refund is done.`,
      ]),
  ...(undeliverable.length === 0
    ? []
    : [
        `${counted(undeliverable.length, 'sold lead')} whose buyer can never be sent the contact: refund ${undeliverable.join(', ')} first, then erase again.`,
      ]),
];

/** A lead that still tells of the person is a failure: a script has to look at it. */
const erasedAnswer = (outcome: Erased): OperatorAnswer => {
  const { is: _, ...json } = outcome;
  const { erased, messages, purchases, accounts, hasAccount } = outcome;
  const left = leftLines(outcome);
  const lines = [
    ...(erased > 0 ? [erasedLine(outcome)] : []),
    ...(erased === 0 && left.length === 0 ? ['No lead tells of this person.'] : []),
    ...left,
    ...(messages === 0 ? [] : [`${counted(messages, 'message')} of the contact form taken away.`]),
    ...(accounts === 0 ? [] : [`${counted(accounts, 'account')} that was never verified taken away.`]),
    ...(purchases === 0
      ? []
      : [`${counted(purchases, 'purchase')} with this address as the buyer’s: in the books, where it stays.`]),
    ...(hasAccount ? ['An account has this address. It is its owner’s, and stays.'] : []),
  ];
  return answered(left.length === 0 ? 'done' : 'refused', json, lines);
};

export const personErased = (outcome: EraseOutcome): OperatorAnswer =>
  match(outcome)
    .with({ is: 'erased' }, erasedAnswer)
    .with({ is: 'neither-email-nor-phone' }, ({ is }) =>
      refused(is, 'This is neither an e-mail address nor a phone number.'),
    )
    .exhaustive();
