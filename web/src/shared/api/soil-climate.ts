import * as v from 'valibot';
import { cropFertiliser } from './fertiliser';
import { recommendationsKey } from './queries';
import { keptQuery } from './query-client';
import { demandRow, finite } from './shapes';

const sourceDistrict = v.object({
  district: v.string(),
  state: v.string(),
  is_own: v.boolean(),
  share: finite,
  weight: finite,
});

const limit = v.object({
  kind: v.string(),
  amount: v.nullish(finite, null),
});

const suitedCrop = v.object({
  ...demandRow.entries,
  probability: finite,
  reasons: v.object({
    districts: v.array(sourceDistrict),
    others: v.nullish(v.object({ count: finite, share: finite, weight: finite }), null),
    rest: v.array(v.object({ cause: v.string(), by: finite })),
    limits: v.array(limit),
    ...cropFertiliser.entries,
  }),
});

const soilClimateRecommendations = v.object({
  region: v.string(),
  crop_year: finite,
  soil_tested: v.boolean(),
  district: v.nullish(v.object({ name: v.string(), state: v.string() }), null),
  missing: v.nullish(
    v.picklist(['place-missing', 'place-unknown', 'place-ambiguous', 'consent-missing']),
    null,
  ),
  basis: v.nullish(v.picklist(['own-district', 'model', 'none']), null),
  crops: v.array(suitedCrop),
});

export const soilClimateQuery = keptQuery(
  [...recommendationsKey, 'soil-climate'],
  soilClimateRecommendations,
  (api, signal) => api.GET('/api/v1/me/recommendations/soil-climate', { signal }),
);

export type SoilClimateRecommendations = v.InferOutput<typeof soilClimateRecommendations>;
export type SuitedCrop = v.InferOutput<typeof suitedCrop>;
export type Limit = v.InferOutput<typeof limit>;
