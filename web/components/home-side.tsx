import { useVisitor } from '#web/stores/visitor.ts';

import { FaultBoundary } from './fault-boundary.tsx';
import { later } from './later.tsx';

/** Kept for the cards until they are there, as a short list alone is less tall. */
const ROOM = 'min-h-163 @min-[39rem]:min-h-99';

// Fetched while the visitor is checked, which takes as long.
const HomeCards = later(() => import('./home-cards.tsx').then((cards) => cards.HomeCards), <div className={ROOM} />);

/**
 * The column beside the list, or below it on a phone. All of it waits for the check of the visitor, because the promo comes first and
 * would push the rest down. Without it the page is whole: where it cannot be fetched, nothing stands in its place.
 */
export const HomeSide = ({ className }: { readonly className: string }) => {
  const { standing } = useVisitor();
  return (
    <FaultBoundary fallback={null}>
      <aside
        aria-label="More from Homelead"
        className={`@container ${className} ${standing === 'checking' ? 'noscript:hidden' : ''}`}
      >
        <HomeCards standing={standing} room={ROOM} />
      </aside>
    </FaultBoundary>
  );
};
