import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { read } from './client';
import { enteredSize } from './land-size';
import { recommendationsKey } from './queries';
import { apiOf } from './query-client';
import { finite } from './shapes';

/** Not in `shapes.ts`, to keep it out of the first screen's chunk. Days are civil days in India. */
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
  cost: finite,
  /** Whose cost it is: the state's survey, or India's projection of the crop year that begins in `cost_year`. */
  cost_region: v.string(),
  cost_year: finite,
  price_rupees_per_quintal: finite,
  confidence: v.string(),
});

const advisedCrop = v.object({
  crop: v.string(),
  /** Its table name in English, which the way to another screen carries. */
  name: v.string(),
  place_in_draw: finite,
  of_100_farmers: finite,
  /** Of the land of the season, with the field's water where it is told. */
  share_here: finite,
  season: v.string(),
  /** Whose figures say which part of its land is watered. */
  watered_of: v.nullish(v.picklist(['own', 'state', 'india']), null),
  known: v.boolean(),
  calendar: calendarRow,
  timing: v.picklist(['early', 'usual', 'late']),
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
  yield_kg_per_ha: span,
  leaves: v.nullish(leftPerHectare, null),
  lacking: v.nullish(v.picklist(['yield', 'cost']), null),
  water: v.nullish(waterNeeded, null),
  better_at: v.array(v.string()),
  reasons: v.array(sourceDistrict),
  limits: v.array(limit),
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
  why: v.picklist(['needs-water', 'full', 'others-sow']),
});

const advice = v.object({
  as_of: v.string(),
  season: v.string(),
  region: v.string(),
  district: v.nullish(v.object({ name: v.string(), state: v.string() }), null),
  missing: v.nullish(
    v.picklist(['place-missing', 'place-unknown', 'place-ambiguous', 'consent-missing', 'land-unknown']),
    null,
  ),
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
  /** What is sown in the state in these days and Grow does not know, where there is no advice. */
  unknown_crops: v.array(v.object({ name: v.string() })),
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
export const adviceQuery = queryOptions({
  queryKey: [...recommendationsKey, 'advice'],
  queryFn: ({ signal, client }) => read(apiOf(client).GET('/api/v1/me/advice', { signal }), advice),
});

export type Advice = v.InferOutput<typeof advice>;
export type AdvisedCrop = v.InferOutput<typeof advisedCrop>;
export type WaterNeeded = v.InferOutput<typeof waterNeeded>;
export type LeftPerHectare = v.InferOutput<typeof leftPerHectare>;
export type FieldWater = v.InferOutput<typeof waterKey>;
export type OtherSowable = v.InferOutput<typeof otherSowable>;
export type LaterCrop = v.InferOutput<typeof laterCrop>;
export type Intention = v.InferOutput<typeof intention>;
