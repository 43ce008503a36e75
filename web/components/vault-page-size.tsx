import { PAGE_SIZES, pageSizeOf } from '#web/vault-address.ts';
import type { PageSize } from '#web/vault-address.ts';

import { SelectBox } from './select-box.tsx';

type Props = { readonly size: PageSize; readonly onChoose: (size: PageSize) => void };

/** How many leads a page holds. */
export const VaultPageSize = ({ size, onChoose }: Props) => (
  <div className="flex items-center justify-center gap-2.5 xl:justify-self-end text-md text-ink-muted">
    <label htmlFor="size">Leads per page</label>
    <SelectBox
      id="size"
      name="size"
      value={size}
      onChange={({ target }) => onChoose(pageSizeOf(target.value))}
      className="figures"
    >
      {PAGE_SIZES.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </SelectBox>
  </div>
);
