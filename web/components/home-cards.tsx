import type { Visitor } from '#web/stores/visitor.ts';

import { CalendarCard } from './calendar-card.tsx';
import { VaultPromo } from './vault-promo.tsx';

type Props = {
  readonly standing: Visitor['standing'];
  /** The class that reserves their room. */
  readonly room: string;
};

/**
 * What the first page offers besides its list. The room is kept for whoever sees the promo: a line more or less, as the visitor's clock
 * or the width has it, moves nothing then.
 */
export const HomeCards = ({ standing, room }: Props) =>
  standing === 'checking' ? (
    <div className={room} />
  ) : (
    <div
      className={`sticky top-6 fade grid grid-cols-[repeat(auto-fit,minmax(min(100%,19rem),1fr))] content-start gap-4 ${standing === 'nobody' ? room : ''}`}
    >
      {standing === 'nobody' ? <VaultPromo /> : null}
      <CalendarCard />
    </div>
  );
