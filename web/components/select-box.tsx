import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** A native select that looks like the other fields. */
export const SelectBox = ({ className, ...select }: ComponentProps<'select'>) => (
  <div className="relative">
    <select {...select} className={`field appearance-none pr-10 ${className}`} />
    <ChevronDown
      size={18}
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-ink-muted"
    />
  </div>
);
