import * as v from 'valibot';
import { demandKey } from './queries';
import { keptQuery } from './query-client';
import { finite } from './shapes';

const observedSeason = v.object({
  region: v.string(),
  season: v.string(),
  percent: finite,
  applied_percent: finite,
  estimate: v.nullish(v.string(), null),
  as_of: v.string(),
  source: v.string(),
  is_flagged: v.boolean(),
});
const figureSource = v.object({
  crop: v.string(),
  years: v.string(),
  as_of: v.string(),
  source: v.string(),
  confidence: v.string(),
  error_percent: finite,
  imports: v.nullish(
    v.object({
      usual_tonnes: finite,
      duty_percent: finite,
      duty_as_of: v.string(),
      price_percent: v.nullable(finite),
    }),
    null,
  ),
  has_newer: v.boolean(),
  usual_land_ha: finite,
  use_percent: v.nullish(finite, null),
  supply_percent: v.nullish(finite, null),
  observed: v.array(observedSeason),
});
const demandSources = v.object({ crops: v.array(figureSource) });

const cropInState = v.object({
  region: v.string(),
  usual_tonnes: finite,
  domestic_tonnes: finite,
  exported_tonnes: finite,
  basis: v.nullish(v.string(), null),
});
const cropByState = v.object({ crop: v.string(), has_balance: v.boolean(), states: v.array(cropInState) });

const projectedNeed = v.object({
  crops: v.array(v.object({ crop: v.string(), filled_if_all_follow_percent: finite })),
});

export type ObservedSeason = v.InferOutput<typeof observedSeason>;
export type FigureSource = v.InferOutput<typeof figureSource>;
export type Imports = NonNullable<FigureSource['imports']>;
export type CropInState = v.InferOutput<typeof cropInState>;
export type CropByState = v.InferOutput<typeof cropByState>;

/** Sources of the figures of a region, crop by crop. */
export const demandSourcesQuery = (region: string, lang: string) => ({
  ...keptQuery([...demandKey, 'sources', region, lang], demandSources, (api, signal) =>
    api.GET('/api/v1/demand/sources', { signal, params: { query: { region, lang } } }),
  ),
  staleTime: 60_000,
});

/** What the supply of each crop of India becomes if all plans and advice are followed. */
export const projectedNeedQuery = {
  ...keptQuery([...demandKey, 'projected'], projectedNeed, (api, signal) =>
    api.GET('/api/v1/demand/projected', { signal }),
  ),
  staleTime: 60_000,
};

/** A crop in each of the 36 states and union territories. */
export const cropByStateQuery = (crop: string) => ({
  ...keptQuery([...demandKey, 'states', crop], cropByState, (api, signal) =>
    api.GET('/api/v1/demand/states', { signal, params: { query: { crop } } }),
  ),
  staleTime: 60_000,
});
