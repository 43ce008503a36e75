import { CircleAlert } from 'lucide-react';

import { faultText } from '#web/fault-text.ts';

import { ListNotice } from './list-notice.tsx';

type Props = { readonly title: string; readonly fault: unknown; readonly onRetry: () => void };

/** A card in place of rows that could not be loaded: why, and 'Try again'. */
export const FailedNotice = ({ title, fault, onRetry }: Props) => (
  <ListNotice icon={CircleAlert} title={title} text={faultText(fault)}>
    <button type="button" className="button-line" onClick={onRetry}>
      Try again
    </button>
  </ListNotice>
);
