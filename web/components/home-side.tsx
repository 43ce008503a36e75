import { useVisitor } from '#web/stores/visitor.ts';

import { CalendarCard } from './calendar-card.tsx';
import { VaultPromo } from './vault-promo.tsx';

/**
 * The column beside the list, or below it on a phone. All of it waits for the check of the visitor, because the promo comes first and
 * would push the rest down. Its room is reserved meanwhile, as a short list alone is less tall, and kept for whoever sees the promo: a
 * line more or less, as the visitor's clock or the width has it, moves nothing then.
 */
export const HomeSide = ({ className }: { readonly className: string }) => {
  const { standing } = useVisitor();
  const isChecking = standing === 'checking';
  return (
    <aside aria-label="More from Homelead" className={`@container ${className} ${isChecking ? 'noscript:hidden' : ''}`}>
      <div
        className={`sticky top-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,19rem),1fr))] content-start gap-4 ${isChecking || standing === 'nobody' ? 'min-h-163 @min-[39rem]:min-h-99' : ''} ${isChecking ? '' : 'fade'}`}
      >
        {standing === 'nobody' ? <VaultPromo /> : null}
        {isChecking ? null : <CalendarCard />}
      </div>
    </aside>
  );
};
