/** The 50 states by code, as the dashboard's dropdown lists them. */
export const US_STATES = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const;

/** States plus the District of Columbia, which leads may come from although the dropdown does not offer it. */
export const STATE_NAMES = { ...US_STATES, DC: 'District of Columbia' } as const;

export type StateCode = keyof typeof STATE_NAMES;

export const isStateCode = (text: string): text is StateCode => Object.hasOwn(STATE_NAMES, text);

const ENTRIES = Object.entries(STATE_NAMES) as readonly (readonly [StateCode, string])[];

/** A code in any case (`tx`) → the state. */
export const stateByCode = (text: string): StateCode | undefined => {
  const code = text.trim().toUpperCase();
  return isStateCode(code) ? code : undefined;
};

const BY_NAME = new Map(ENTRIES.map(([code, name]) => [name.toLowerCase(), code]));

/** A whole name in any case (`new york`) → the state. */
export const stateByName = (text: string): StateCode | undefined => BY_NAME.get(text.trim().toLowerCase());

/** Every state whose name starts with `start`, in any case: `new` → NH, NJ, NM, NY. Nothing for an empty start. */
export const statesStartingWith = (start: string): readonly StateCode[] => {
  const wanted = start.trim().toLowerCase();
  return wanted === '' ? [] : ENTRIES.filter(([, name]) => name.toLowerCase().startsWith(wanted)).map(([code]) => code);
};
