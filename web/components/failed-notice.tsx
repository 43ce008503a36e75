import { CircleAlert } from 'lucide-react';
import type { MouseEvent } from 'react';

import { faultText } from '#web/fault-text.ts';

import { ListNotice } from './list-notice.tsx';

type Props = { readonly title: string; readonly fault: unknown; readonly onRetry: () => void };

/** A card in place of rows that could not be loaded: why, and 'Try again', which leaves the focus to the list's heading. */
export const FailedNotice = ({ title, fault, onRetry }: Props) => {
  const retry = ({ currentTarget }: MouseEvent): void => {
    currentTarget.closest('section')?.querySelector('h2')?.focus();
    onRetry();
  };
  return (
    <ListNotice icon={CircleAlert} title={title} text={faultText(fault)}>
      <button type="button" className="button-line" onClick={retry}>
        Try again
      </button>
    </ListNotice>
  );
};
