import { useVisitor } from '#web/stores/visitor.ts';

import { CalendarCard } from './calendar-card.tsx';
import { VaultPromo } from './vault-promo.tsx';

/**
 * The column beside the list, or below it on a phone. All of it waits for the check of the visitor, because the promo comes first and
 * would push the rest down. Its room is reserved meanwhile: a short list alone is less tall.
 */
export const HomeSide = ({ className }: { readonly className: string }) => {
  const { standing } = useVisitor();
  return (
    <aside
      aria-label="More from Homelead"
      className={`${className} ${standing === 'checking' ? 'min-h-156 md:min-h-92 lg:min-h-156 noscript:hidden' : ''}`}
    >
      {standing === 'checking' ? null : (
        <div className="fade sticky top-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,19rem),1fr))] gap-4">
          {standing === 'nobody' ? <VaultPromo /> : null}
          <CalendarCard />
        </div>
      )}
    </aside>
  );
};
