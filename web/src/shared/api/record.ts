import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { read } from './client';
import { enteredSize, landUnits } from './land-size';
import { apiOf, keptQuery } from './query-client';
import { finite, oneOf } from './shapes';

export const district = v.object({
  key: v.string(),
  name: v.string(),
  state: v.string(),
  region: v.string(),
});

export const farmerRecord = v.object({
  email: v.string(),
  number: v.string(),
  place: v.string(),
  district: v.nullish(district, null),
  place_status: v.picklist(['missing', 'resolved', 'ambiguous', 'unknown']),
  candidates: v.array(district),
  npk: v.object({ n: finite, p: finite, k: finite }),
  known_crops: v.array(v.string()),
  usual_yields: v.optional(
    v.array(v.object({ crop: v.string(), min_kg_per_ha: finite, max_kg_per_ha: finite })),
    [],
  ),
  complete: v.boolean(),
  /** Raised by each save of a form. A save names the revision that it is for. */
  revision: v.optional(finite, 0),
  /** 'My land'; null if not given. */
  land_ha: v.nullish(finite, null),
  land_entered: enteredSize,
  land_units: landUnits,
  /** Whether the field can be watered; null if not said. */
  water: oneOf(['all_season', 'once_or_twice', 'rain_only']),
  /** Kind of soil; null if not said. */
  soil: oneOf(['light', 'medium', 'heavy', 'heavy_clay', 'waterlogged', 'loose_sand']),
  /** What stood on the field last: the key of a crop, or 'fallow'; null if not said. */
  last_crop: v.nullish(v.string(), null),
  /** The crop of the sowing that ended last, which stood last while `last_crop` is null. */
  /** Crops outside the sixteen that may have stood on the field. */
  outside_crops: v.optional(v.array(v.object({ key: v.string(), name: v.string() })), []),
  /** Whether the soil is tested; null if not said. */
  soil_test: v.nullish(v.picklist(['tested', 'not_tested']), null),
});

const importedRecord = v.object({
  record: v.nullish(
    v.object({
      imported_at: v.string(),
      number: v.string(),
      place: v.string(),
      npk: v.object({ n: finite, p: finite, k: finite }),
      known_crops: v.array(v.string()),
      sowings: finite,
      area_ha: finite,
    }),
    null,
  ),
});

export const recordQuery = keptQuery(['me', 'record'], farmerRecord, (api, signal) =>
  api.GET('/api/v1/me/profile', { signal }),
);

export const importedRecordQuery = queryOptions({
  queryKey: ['me', 'imported-record'],
  queryFn: ({ signal, client }) =>
    read(apiOf(client).GET('/api/v1/me/imported-record', { signal }), importedRecord),
});

export type District = v.InferOutput<typeof district>;
export type FarmerRecord = v.InferOutput<typeof farmerRecord>;
export type UsualYield = FarmerRecord['usual_yields'][number];
