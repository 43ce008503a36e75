import { match } from 'ts-pattern';

import { counted, figures } from '#domain/count.ts';
import type { UndoOutcome } from '#application/undo-import.ts';
import { done, refused } from './answer.ts';
import type { OperatorAnswer } from './answer.ts';

const inUse = ({ sold, inCheckout }: { readonly sold: number; readonly inCheckout: number }): string =>
  `${counted(sold, 'lead')} sold, ${figures(inCheckout)} in checkout`;

const undoneLines = ({
  removed,
  withdrawn,
  erased,
  seen,
}: Extract<UndoOutcome, { readonly is: 'undone' }>): string[] => [
  `${counted(removed, 'lead')} taken back, as if ${removed === 1 ? 'it' : 'they'} had never been.`,
  ...(withdrawn === 0
    ? []
    : [
        `${counted(withdrawn, 'lead')} that somebody once wanted to buy: withdrawn, ${withdrawn === 1 ? 'its person' : 'their persons'} forgotten.`,
      ]),
  ...(erased === 0
    ? []
    : [
        `${counted(erased, 'lead')} whose contact was erased: left as ${erased === 1 ? 'it is, so that its person stays' : 'they are, so that their persons stay'} known.`,
      ]),
  ...(seen === 0
    ? []
    : [
        `${counted(seen, 'lead')} whose contact subscribers or a buyer have seen: withdrawn, and ${seen === 1 ? 'its person stays' : 'their persons stay'} known, so that nobody is sold twice.`,
      ]),
];

export const undoAnswer = (outcome: UndoOutcome): OperatorAnswer =>
  match(outcome)
    .with({ is: 'undone' }, (undone) => {
      const { removed, withdrawn, erased, seen } = undone;
      return done({ undone: true, removed, withdrawn, erased, seen }, undoneLines(undone));
    })
    .with({ is: 'in-use' }, ({ is, sold, inCheckout }) => {
      const message = `Nothing was taken back: ${inUse({ sold, inCheckout })}. Single leads can be withdrawn.`;
      return refused(is, message, { sold, inCheckout });
    })
    .with({ is: 'partly-undone' }, ({ is, removed, withdrawn, erased, seen, sold, inCheckout }) => {
      const message = `${counted(removed + withdrawn + seen, 'lead')} taken back, but not these: ${inUse({ sold, inCheckout })}. If the import was still running, it may have stopped: npm run leads -- audit`;
      return refused(is, message, { removed, withdrawn, erased, seen, sold, inCheckout });
    })
    .with({ is: 'unknown' }, ({ is }) =>
      refused(is, 'There is no import with this id. Ids are told by npm run leads -- audit'),
    )
    .with({ is: 'already' }, () =>
      done({ undone: true, removed: 0, withdrawn: 0, erased: 0, seen: 0 }, ['This import was taken back before.']),
    )
    .exhaustive();
