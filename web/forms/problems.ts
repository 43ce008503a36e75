import { ApiFailure } from '#web/api.ts';
import { asksToWait } from '#web/refusals.ts';

/** Refusals that concern one field. */
const FIELD_OF: Partial<Record<ApiFailure['code'], string>> = { EMAIL_TAKEN: 'email', EMAIL_UNKNOWN: 'email' };

/** Refusals whose message says what to do, besides those that ask to wait. */
const WORDED: ReadonlySet<ApiFailure['code']> = new Set(['EMAIL_NOT_VERIFIED', 'TOKEN_INVALID', 'UNREACHABLE']);

/** The messages of the form: by field, or by `root` for the whole of it. */
export const problemsOf = (fault: unknown, toast: string, names: readonly string[]): ReadonlyMap<string, string> => {
  if (!(fault instanceof ApiFailure)) return new Map([['root', toast]]);
  const named = FIELD_OF[fault.code];
  const fields = Object.entries(named === undefined ? fault.fields : { [named]: fault.message });
  const ours = fields.filter(([name]) => names.includes(name));
  const isWorded = WORDED.has(fault.code) || asksToWait(fault);
  return new Map(ours.length > 0 ? ours : [['root', isWorded ? fault.message : toast]]);
};
