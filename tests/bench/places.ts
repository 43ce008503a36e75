import { CITIES } from '#config/sample-texts.ts';
import type { Place } from '#domain/lead.ts';
import { US_STATES } from '#domain/us-states.ts';
import type { StateCode } from '#domain/us-states.ts';

const BEGINNINGS = [
  'Cedar',
  'Maple',
  'Spring',
  'Silver',
  'Clear',
  'Eagle',
  'Stone',
  'Green',
  'Red',
  'Blue',
  'Oak',
  'Pine',
  'Elm',
  'Willow',
  'Fox',
  'Bear',
  'Deer',
  'Hawk',
  'Salem',
  'Mill',
  'Harbor',
  'Sand',
  'Rock',
  'Iron',
  'Copper',
  'Gold',

  'Sun',
  'Moon',
  'Star',
  'Rose',
  'Lake',
  'Prairie',
  'Canyon',
  'Summit',
  'Bridge',
  'Orchard',
  'Glen',
  'Fair',
  'Long',
  'Winter',
];
const ENDINGS = [
  'Falls',
  'Grove',
  'Ridge',
  'Springs',
  'Valley',
  'Creek',
  'Park',
  'Heights',
  'Hills',
  'Point',
  'Bay',
  'Meadows',
  'Junction',
  'Landing',
  'Crossing',
  'Hollow',
  'Bluff',
  'Haven',
  'Field',
  'Wood',
  'Brook',
  'Ford',
  'Mound',
  'Bend',
  'Prospect',
];

/** Where most people live comes more often. */
const STATES = [
  ...(Object.keys(US_STATES) as StateCode[]),
  ...([
    'TX',
    'TX',
    'TX',
    'TX',
    'CA',
    'CA',
    'CA',
    'CA',
    'CA',
    'FL',
    'FL',
    'FL',
    'NY',
    'NY',
    'PA',
    'IL',
    'OH',
    'GA',
  ] as const),
];

const PLACES_COUNT = 2_000;

const inventedPlace = (index: number): Place => {
  const name = `${BEGINNINGS[index % BEGINNINGS.length]} ${ENDINGS[Math.floor(index / BEGINNINGS.length) % ENDINGS.length]}`;
  const isSecond = index >= BEGINNINGS.length * ENDINGS.length;
  return { city: isSecond ? `East ${name}` : name, state: STATES[(index * 7) % STATES.length] as StateCode };
};

/** Real cities, and invented places for the rest: the first ones are those that most leads come from. */
export const PLACES: readonly Place[] = [
  ...CITIES,
  ...Array.from({ length: PLACES_COUNT - CITIES.length }, (_, index) => inventedPlace(index)),
];
