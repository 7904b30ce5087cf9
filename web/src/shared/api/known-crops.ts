import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { read } from './client';
import { recommendationsKey } from './queries';
import { apiOf, keptAs } from './query-client';
import { demandRow, finite } from './shapes';

/** Not in `shapes.ts`, to keep it out of the first screen's chunk. */
const knownCropRecommendations = v.object({
  region: v.string(),
  crop_year: finite,
  missing: v.nullish(v.picklist(['consent-missing']), null),
  crops: v.array(demandRow),
});

export const knownCropRecommendationsQuery = queryOptions({
  queryKey: [...recommendationsKey, 'known-crops'],
  meta: keptAs(knownCropRecommendations),
  queryFn: ({ signal, client }) =>
    read(apiOf(client).GET('/api/v1/me/recommendations/known-crops', { signal }), knownCropRecommendations),
});

export type KnownCropRecommendations = v.InferOutput<typeof knownCropRecommendations>;
