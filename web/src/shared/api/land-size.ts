import * as v from 'valibot';
import { ACRE_M2, CENT_M2, HECTARE_M2 } from '../measures';
import type { components } from './schema';
import { finite } from './shapes';

/** A unit of land, by its key. `acre_and_cents` are acres, whose two decimals are said as cents. */
export type LandUnit = components['schemas']['LandUnitKey'];

export const landUnit = v.picklist([
  'hectare',
  'acre',
  'acre_and_cents',
  'cent',
  'decimal',
  'ground',
  'guntha',
  'kanal',
  'marla',
  'bigha',
  'biswa',
  'katha',
  'kuli',
  'ma',
] satisfies LandUnit[]);

/** A size of land as the farmer entered it; null in hectares. A unit of a later version counts as hectares. */
export const enteredSize = v.fallback(
  v.nullish(v.object({ value: finite, unit: landUnit, unit_square_metres: v.nullish(finite, null) }), null),
  null,
);

/** Sizes are square metres. */
const offeredUnit = v.object({
  unit: landUnit,
  /** Null until the farmer has chosen it. */
  square_metres: v.nullish(finite, null),
  choices: v.array(finite),
  /** Of a unit whose size differs between places. */
  believed: v.nullish(v.object({ from: finite, to: finite }), null),
});

/** Units that are the same everywhere. Offered until the units of the farmer's state are known. */
const EVERYWHERE = { square_metres: ACRE_M2, choices: [], believed: null };
export const UNITS_OF_INDIA: readonly OfferedUnit[] = [
  { ...EVERYWHERE, unit: 'hectare', square_metres: HECTARE_M2 },
  { ...EVERYWHERE, unit: 'acre' },
  { ...EVERYWHERE, unit: 'acre_and_cents' },
  { ...EVERYWHERE, unit: 'cent', square_metres: CENT_M2 },
];

/** The units of the farmer. Units of a later version make all of them unknown. */
export const landUnits = v.fallback(
  v.object({
    preferred: v.nullish(landUnit, null),
    /** The unit in which most farmers of the state say their land. */
    usual: v.optional(landUnit, 'acre'),
    offered: v.array(offeredUnit),
  }),
  { preferred: null, usual: 'acre', offered: [...UNITS_OF_INDIA] },
);

export type EnteredSize = NonNullable<v.InferOutput<typeof enteredSize>>;
export type OfferedUnit = v.InferOutput<typeof offeredUnit>;
export type LandUnits = v.InferOutput<typeof landUnits>;
