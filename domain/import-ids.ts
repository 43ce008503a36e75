import type { Instant } from './instant.ts';
import type { LeadId } from './lead.ts';

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0').slice(-digits);

/**
 * The id of an imported lead (a UUIDv7): it follows from the batch and the line, and sorts by the time of the import and then by the
 * line. `hash` is of the batch and the line, in hex.
 */
export const leadIdOf = (importedAt: Instant, line: number, hash: string): LeadId => {
  const time = hex(importedAt, 12);
  const place = hex(line, 6);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${place.slice(0, 3)}-8${place.slice(3)}-${hash.slice(0, 12)}`;
};
