import * as v from 'valibot';
import { keptQuery } from './query-client';
import { finite } from './shapes';

export const crop = v.object({
  crop: v.string(),
  /** English spellings. The app names crops itself, in the language of the screen. */
  name: v.string(),
  display_name: v.string(),
  slug: v.string(),
  emoji: v.string(),
  tamil_name: v.string(),
  hindi_name: v.string(),
  other_names: v.array(v.string()),
  yield_min_kg_per_ha: finite,
  yield_max_kg_per_ha: finite,
});

const cropList = v.object({ items: v.array(crop) });

/** The crops, with the names that the search knows. The app names them by its catalogue. */
export const cropsQuery = {
  ...keptQuery(['crops'], cropList, (api, signal) => api.GET('/api/v1/crops', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
};

export type Crop = v.InferOutput<typeof crop>;
