import * as v from 'valibot';
import { finite } from './shapes';

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
  /** Whose dose it is: the farmer's state, another state, or `IN`. */
  region: v.string(),
  dose: v.object({ n: finite, p: finite, k: finite }),
  n_kg_per_ha: finite,
  p2o5_kg_per_ha: finite,
  k2o_kg_per_ha: finite,
  bags: v.object({ with_dap: fertilisers, with_ssp: fertilisers }),
});

/** What a crop is given on the farmer's field. Weights are of a hectare. */
export const cropFertiliser = v.object({
  nutrients: v.array(nutrient),
  plan: fertiliserPlan,
  other_plans: v.array(fertiliserPlan),
});

export type CropFertiliser = v.InferOutput<typeof cropFertiliser>;
export type NutrientGap = v.InferOutput<typeof nutrient>;
export type FertiliserPlan = v.InferOutput<typeof fertiliserPlan>;
export type Fertilisers = v.InferOutput<typeof fertilisers>;
