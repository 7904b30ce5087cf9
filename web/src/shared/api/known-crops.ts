import * as v from 'valibot';
import { recommendationsKey } from './queries';
import { keptQuery } from './query-client';
import { demandRow, finite } from './shapes';

const knownCropRecommendations = v.object({
  region: v.string(),
  crop_year: finite,
  missing: v.nullish(v.picklist(['consent-missing']), null),
  crops: v.array(demandRow),
});

export const knownCropRecommendationsQuery = keptQuery(
  [...recommendationsKey, 'known-crops'],
  knownCropRecommendations,
  (api, signal) => api.GET('/api/v1/me/recommendations/known-crops', { signal }),
);
