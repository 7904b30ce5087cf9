import * as v from 'valibot';
import { cropFertiliser } from './fertiliser';
import { enteredSize } from './land-size';
import { recommendationsKey } from './queries';
import { keptQuery } from './query-client';
import { finite, oneOf } from './shapes';

/** Days are civil days in India. */
const sourceDistrict = v.object({
  district: v.string(),
  state: v.string(),
  is_own: v.boolean(),
  share: finite,
});

const limit = v.object({ kind: v.string(), amount: v.nullish(finite, null) });

export const intention = v.object({
  id: v.string(),
  crop: v.string(),
  field_size_ha: finite,
  entered: enteredSize,
  expected_yield_kg: finite,
  planned_at: v.string(),
  ends_on: v.string(),
  days_left: finite,
  /** First day of the next window. Null: it can be sown now. */
  opens_on: v.nullish(v.string(), null),
});

/** The row of the calendar that a window comes from. */
const calendarRow = v.object({ region: v.string(), confidence: v.string(), name: v.string() });

/** Lower and upper end. */
const span = v.object({ low: finite, high: finite });

const waterKey = v.picklist(['all_season', 'once_or_twice', 'rain_only']);

/** What a crop needs of water from sowing to harvest, and what gives it. */
const waterNeeded = v.object({
  /** The least water with which the crop is advised. */
  wants: waterKey,
  /** Waterings beyond rain and soil. */
  waterings: span,
  uses_mm: span,
  rain_mm: finite,
  soil_mm: finite,
  missing_mm: span,
});

/** What a hectare leaves over cost, rupees. Negative: a loss. */
const leftPerHectare = v.object({
  usual_year: span,
  poor_year: finite,
  /** The yield that one year of ten stays under, kg/ha. Null where the state's years are not known. */
  poor_yield_kg: v.nullish(finite, null),
  /** Null where the price is not what makes the year poor. */
  poor_price_rupees_per_quintal: v.nullish(finite, null),
  /** Of ten years, in how many it leaves a loss by its yield. */
  loss_years: v.nullish(finite, null),
  /** Of the survey, kg/ha. */
  yield_kg: v.nullish(finite, null),
  /** Straw, fodder and stalks as a part of the main product's value. */
  by_product_part: v.nullish(finite, 0),
  cost: finite,
  /** Whose survey it is, of the crop year that begins in `cost_year`: the state's, or a neighbour's. */
  cost_region: v.string(),
  cost_year: finite,
  price_rupees_per_quintal: finite,
  /** Null where the price is not of markets, but of the table that ships with Grow. */
  price_region: v.nullish(v.string(), null),
  price_as_of: v.nullish(v.string(), null),
  confidence: v.string(),
});

/** What a crop is sold for in the week up to a day, rupees per quintal. */
const soldFor = v.object({
  /** Null where it is a price of a state or of India. */
  market: v.nullish(v.string(), null),
  region: v.string(),
  median: finite,
  low: finite,
  high: finite,
  last_day: v.string(),
  is_old: v.boolean(),
  /** How much higher the price usually is in the month of the harvest. */
  harvest_change_percent: v.nullish(finite, null),
});

const priceOfState = v.object({
  kind: oneOf(['advised', 'bonus', 'support']),
  rupees_per_quintal: finite,
  season: v.string(),
  /** Empty: for all. */
  variety: v.string(),
});

/** Seed for a hectare. */
const seed = v.object({
  kg_per_ha: v.object({ min: finite, max: finite }),
  /** Of a crop that is planted by number. */
  pieces_per_ha: v.nullish(v.object({ min: finite, max: finite }), null),
  /** What is weighed and counted, if it is not simply seed. */
  form: v.nullish(v.string(), null),
});

/** Facts about a crop on the farmer's field, advised or not. */
/** What the field's last crop means for a crop. */
const afterLast = v.nullish(v.object({ kind: oneOf(['avoid', 'worse', 'better']), why: v.string() }), null);

const cropOnField = v.object({
  crop: v.string(),
  /** Its table name in English, which the way to another screen carries. */
  name: v.string(),
  /** Share of all land that is sown in these days; of land with the same water, if the field's is known. */
  share_here: finite,
  season: v.string(),
  /** Whose figures say which part of its land is watered. */
  watered_of: v.nullish(v.picklist(['own', 'state', 'india']), null),
  known: v.boolean(),
  calendar: calendarRow,
  /** Null: it is not sown today, and the days are those of its next window. */
  timing: v.nullish(v.picklist(['early', 'usual', 'late']), null),
  sow_from: v.string(),
  sow_until: v.string(),
  /** The last day on which it is sown at all. */
  sow_latest: v.string(),
  days_left: finite,
  harvest_from: v.string(),
  harvest_until: v.string(),
  demand_tonnes: finite,
  met_tonnes: finite,
  planned_tonnes: finite,
  need_open_percent: finite,
  error_percent: finite,
  /** Null where imports do not hold the price. */
  imports: v.nullish(v.object({ usual_tonnes: finite }), null),
  with_imports_percent: v.nullish(finite, null),
  filled_if_all_follow_percent: finite,
  month_fill_percent: v.nullish(finite, null),
  month_price_index: v.nullish(finite, null),
  support_price: v.nullish(
    v.object({ rupees_per_quintal: finite, season: v.string(), kind: v.string() }),
    null,
  ),
  /** What the farmer's state names in place of the support price, or adds to it. */
  state_prices: v.nullish(v.array(priceOfState), []),
  /** How much of the crop is bought at the support price. */
  bought: v.nullish(v.object({ part: finite, region: v.string(), season: v.string() }), null),
  /** Null where no market tells. */
  sold: v.nullish(soldFor, null),
  yield_kg_per_ha: span,
  /** Which land the yields are of; null where they are the crop's average range. */
  yield_of: oneOf(['unwatered', 'watered-and-not', 'watered']),
  leaves: v.nullish(leftPerHectare, null),
  lacking: oneOf(['survey', 'unwatered-yield']),
  water: v.nullish(waterNeeded, null),
  /** Null where the soil neither helps nor harms it, or is not told. */
  soil_fit: oneOf(['avoid', 'caution', 'good']),
  /** What the field's last crop means for it. */
  after: afterLast,
  seed,
  fertiliser: cropFertiliser,
  reasons: v.array(sourceDistrict),
  limits: v.array(limit),
});

const advisedCrop = v.object({
  ...cropOnField.entries,
  place_in_draw: finite,
  of_100_farmers: finite,
  better_at: v.array(v.string()),
});

/** Why nothing is computed for the farmer's field. */
const missing = v.nullish(
  v.picklist(['place-missing', 'place-unknown', 'place-ambiguous', 'consent-missing', 'land-unknown']),
  null,
);

const cardOfCrop = v.object({
  as_of: v.string(),
  region: v.string(),
  water: v.nullish(waterKey, null),
  missing,
  card: v.nullish(cropOnField, null),
});

const laterCrop = v.object({
  crop: v.string(),
  calendar: calendarRow,
  sow_from: v.string(),
  sow_until: v.string(),
  in_days: finite,
});

/** A crop that can be sown now and is not advised. */
const otherSowable = v.object({
  crop: v.string(),
  share_here: finite,
  why: oneOf([
    'needs-water',
    'soil',
    'last-crop',
    'no-mill',
    'full',
    'others-sow',
    'late',
    'loses',
    'another-first',
  ]),
  after: afterLast,
});

const advice = v.object({
  as_of: v.string(),
  season: v.string(),
  region: v.string(),
  district: v.nullish(v.object({ name: v.string(), state: v.string() }), null),
  missing,
  water: v.nullish(waterKey, null),
  all_full: v.boolean(),
  advice: v.array(advisedCrop),
  not_shown: v.array(otherSowable),
  later: v.array(laterCrop),
  standing: v.nullish(
    v.object({
      crop: v.string(),
      season_name: v.string(),
      harvested_by: v.string(),
      next: v.nullish(v.object({ crop: v.string(), sow_from: v.string() }), null),
    }),
    null,
  ),
  /** What the district sows in these days that is none of the sixteen crops, the largest first. */
  unknown_crops: v.array(
    v.object({
      name: v.string(),
      /** Share of all land that is sown in these days. */
      share_here: finite,
      sow_until: v.nullish(v.string(), null),
      support_price: v.nullish(v.object({ rupees_per_quintal: finite }), null),
    }),
  ),
  /** They take more than four fifths of that land. */
  unknown_crops_first: v.optional(v.boolean(), false),
  intentions: v.array(intention),
  /** The farmer's crops that are still in the field. */
  sown: v.optional(
    v.array(
      v.object({
        crop: v.string(),
        field_size_ha: finite,
        entered: enteredSize,
        harvest_from: v.string(),
        harvest_until: v.string(),
      }),
    ),
    [],
  ),
  /** The farmer's land; null if they have not said how much it is. */
  own_land: v.nullish(
    v.object({
      land_ha: finite,
      sown_ha: finite,
      free_ha: finite,
      free_from: v.nullish(v.string(), null),
    }),
    null,
  ),
});

/** What to sow now. Depends on the record, as all recommendations do. */
export const adviceQuery = keptQuery([...recommendationsKey, 'advice'], advice, (api, signal) =>
  api.GET('/api/v1/me/advice', { signal }),
);

/** The card of any crop. It has texts, so that it depends on the language. */
export const cardQuery = (crop: string, lang: string) =>
  keptQuery([...recommendationsKey, 'card', crop, lang], cardOfCrop, (api, signal) =>
    api.GET('/api/v1/me/crops/{crop}', { signal, params: { path: { crop }, query: { lang } } }),
  );

export type Advice = v.InferOutput<typeof advice>;
export type CropOnField = v.InferOutput<typeof cropOnField>;
export type AdvisedCrop = v.InferOutput<typeof advisedCrop>;
export type WaterNeeded = v.InferOutput<typeof waterNeeded>;
export type LeftPerHectare = v.InferOutput<typeof leftPerHectare>;
export type FieldWater = v.InferOutput<typeof waterKey>;
export type OtherSowable = v.InferOutput<typeof otherSowable>;
export type LaterCrop = v.InferOutput<typeof laterCrop>;
export type Intention = v.InferOutput<typeof intention>;
