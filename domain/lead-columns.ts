import { cutText } from './cut-text.ts';
import { LEAD_FIELDS, distanceTo, fieldNamed, isConsentHeader, isOfTheLead, plainHeader } from './lead-headers.ts';
import type { LeadField } from './lead-headers.ts';
import { placesOf } from './place-columns.ts';
import type { PlaceColumns } from './place-columns.ts';

/** Where the parts of a lead stand in a row of a file. */
export type LeadColumns = {
  /** The headers of the file, trimmed and each once: the second column `Phone` is `Phone (2)`. */
  readonly names: readonly string[];
  /** Several columns may mean the same field: the first filled one counts. Several of prices only where a mapping names them. */
  readonly at: Readonly<Record<LeadField, readonly number[]>>;
  /** The columns of city, state and street that belong to one place, the likeliest place first. */
  readonly places: readonly PlaceColumns[];
  /** Evidence of the person's consent. */
  readonly consent: readonly number[];
  /**
   * The columns that are stored unchanged with the lead, each under a name of its own: those of consent, and the date on which the lead
   * was made.
   */
  readonly keptAs: ReadonlyMap<number, string>;
  /** Columns that an import leaves out. */
  readonly ignored: readonly string[];
};

export type FoundColumns =
  | { readonly is: 'found'; readonly columns: LeadColumns }
  | { readonly is: 'refused'; readonly message: string };

const refused = (message: string): FoundColumns => ({ is: 'refused', message });

const MOST_NAMED = 20;

const listed = (names: readonly string[]): string =>
  names
    .slice(0, MOST_NAMED)
    .map((name) => `"${cutText(name, 60)}"`)
    .join(', ') + (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '');

/** Makes names unique, but for empty ones: the second of one name is `Phone (2)`, and so on, past what a column itself is called. */
const distinct = (names: readonly string[]): readonly string[] => {
  const taken = new Set(names);
  const counts = new Map<string, number>();
  return names.map((name) => {
    if (name === '') return name;
    let count = (counts.get(name) ?? 0) + 1;
    if (count > 1) while (taken.has(`${name} (${count})`)) count += 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
};

/** The columns of a field by its names, the likeliest first, then from left to right. */
const columnsNamed = (field: LeadField, headers: readonly string[]): readonly number[] =>
  headers
    .flatMap((header, index) => {
      const distance = distanceTo(field, header);
      return distance === undefined ? [] : [{ index, distance }];
    })
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ index }) => index);

/** The column of this name, exactly, or else up to case and punctuation. */
const columnNamed = (wanted: string, names: readonly string[]): number | undefined => {
  const exact = names.indexOf(wanted.trim());
  const near = exact >= 0 ? exact : names.findIndex((name) => plainHeader(name) === plainHeader(wanted));
  return near < 0 || plainHeader(wanted) === '' ? undefined : near;
};

/** What every lead needs, and the fields that can supply it. */
const NEEDED: readonly { readonly what: string; readonly fields: readonly [LeadField, ...LeadField[]] }[] = [
  { what: 'price', fields: ['price'] },
  { what: 'city', fields: ['city', 'location'] },
  { what: 'state', fields: ['state', 'city', 'location'] },
  { what: 'e-mail or phone', fields: ['email', 'phone'] },
];

/** The fields that identify a person: where one header says that it is about the lead, another may be about the agent. */
const WHO: ReadonlySet<LeadField> = new Set(['first name', 'last name', 'name', 'email', 'phone']);

/**
 * Finds out what the columns of a file mean by their headers. `mapping` overrides single ones: name of the column → name of the field; such a
 * column means nothing else, and no other column means that field. Refused, in a sentence, when a needed field has no column.
 */
export const findColumns = (header: readonly string[], mapping: Readonly<Record<string, string>>): FoundColumns => {
  const names = distinct(header.map((name) => name.trim()));
  const mapped = new Map<number, LeadField>();
  for (const [wanted, typed] of Object.entries(mapping)) {
    const field = fieldNamed(typed);
    if (field === undefined)
      return refused(`"${typed.trim()}" is no field of a lead. The fields are ${LEAD_FIELDS.join(', ')}.`);
    const index = columnNamed(wanted, names);
    if (index === undefined) return refused(`The file has no column "${wanted.trim()}". It has ${listed(names)}.`);
    if (mapped.has(index)) return refused(`The column "${wanted.trim()}" is mapped twice.`);
    mapped.set(index, field);
  }
  const headers = header.map(plainHeader);
  const fieldsMapped = new Set(mapped.values());
  const columnsOf = (field: LeadField): readonly number[] => {
    if (fieldsMapped.has(field)) return [...mapped].filter(([, other]) => other === field).map(([index]) => index);
    const named = columnsNamed(field, headers).filter((index) => !mapped.has(index));
    // A second price may be that of the home: a lead without its own price must not be sold for that.
    if (field === 'price') return named.slice(0, 1);
    const own = WHO.has(field) ? named.filter((index) => isOfTheLead(headers[index] ?? '')) : [];
    return own.length > 0 ? own : named;
  };
  const at = Object.fromEntries(LEAD_FIELDS.map((field) => [field, columnsOf(field)])) as LeadColumns['at'];
  const missing = NEEDED.filter(({ fields }) => fields.every((field) => at[field].length === 0));
  const [first] = missing;
  if (first !== undefined)
    return refused(
      `No column is known to hold ${missing.map(({ what }) => what).join(', ')}. The file has ${listed(names)}. ` +
        (missing.length === NEEDED.length ? 'Its first line has to name the columns. ' : '') +
        `Say which one it is by its header: --map "HEADER=${first.fields[0]}".`,
    );
  const used = new Set(Object.values(at).flat());
  const consent = headers.flatMap((header, index) => (isConsentHeader(header) && !used.has(index) ? [index] : []));
  const kept = [...consent, ...(consent.length > 0 ? at.created : [])];
  const keptAs = new Map(kept.map((index) => [index, names[index] ?? '']));
  const ignored = names.filter((name, index) => name !== '' && !used.has(index) && !consent.includes(index));
  return {
    is: 'found',
    columns: { names, at, places: placesOf(at, headers, (index) => mapped.has(index)), consent, keptAs, ignored },
  };
};
