import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { read } from './client';
import { recommendationsKey } from './queries';
import { apiOf } from './query-client';
import { demandRow, finite } from './shapes';

/** Not in `shapes.ts`, to keep it out of the first screen's chunk. */
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

const nutrient = v.object({
  nutrient: v.picklist(['n', 'p', 'k']),
  rating: v.picklist(['low', 'medium', 'high', 'not-tested']),
  soil_kg_per_ha: v.nullish(finite, null),
});

const bags = v.object({ bags: finite, kg_per_bag: finite });
const fertilisers = v.object({ urea: bags, dap: bags, ssp: bags, mop: bags });

const fertiliserPlan = v.object({
  key: v.string(),
  situation: v.string(),
  publisher: v.string(),
  dose: v.object({ n: finite, p: finite, k: finite }),
  n_kg_per_ha: finite,
  p2o5_kg_per_ha: finite,
  k2o_kg_per_ha: finite,
  bags: v.object({ with_dap: fertilisers, with_ssp: fertilisers }),
});

const suitedCrop = v.object({
  ...demandRow.entries,
  probability: finite,
  reasons: v.object({
    districts: v.array(sourceDistrict),
    others: v.nullish(v.object({ count: finite, share: finite, weight: finite }), null),
    rest: v.array(v.object({ cause: v.string(), by: finite })),
    limits: v.array(limit),
    nutrients: v.array(nutrient),
    plan: fertiliserPlan,
    other_plans: v.array(fertiliserPlan),
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

export const soilClimateQuery = queryOptions({
  queryKey: [...recommendationsKey, 'soil-climate'],
  queryFn: ({ signal, client }) =>
    read(
      apiOf(client).GET('/api/v1/me/recommendations/soil-climate', { signal }),
      soilClimateRecommendations,
    ),
});

export type SoilClimateRecommendations = v.InferOutput<typeof soilClimateRecommendations>;
export type SuitedCrop = v.InferOutput<typeof suitedCrop>;
export type Reasons = SuitedCrop['reasons'];
export type Limit = v.InferOutput<typeof limit>;
export type NutrientGap = v.InferOutput<typeof nutrient>;
export type FertiliserPlan = v.InferOutput<typeof fertiliserPlan>;
export type Fertilisers = v.InferOutput<typeof fertilisers>;
