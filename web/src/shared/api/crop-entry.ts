import type { QueryKey } from '@tanstack/react-query';
import * as v from 'valibot';
import { crop } from './crops';
import { keptQuery } from './query-client';

const figure = v.pipe(v.number(), v.finite());
const texts = v.array(v.string());
const note = v.nullish(v.string(), null);

const dose = v.object({ min_kg_per_ha: figure, max_kg_per_ha: figure });
const range = v.object({ min: figure, max: figure });
/** What a figure or an advice rests on: a source of the entry, or none if it is general practice. */
const basis = { confidence: v.string(), source: note };
const attack = v.object({ name: v.string(), description: v.string(), control_measures: texts });

const cropEntry = v.object({
  ...crop.entries,
  scientific_name: v.string(),
  importance_in_india: v.object({ overview: v.string(), key_states: texts }),
  climate_and_soil_requirements: v.object({
    climate: v.object({
      type: v.string(),
      temperature_min_c: figure,
      temperature_max_c: figure,
      humidity_min_percent: figure,
      humidity_max_percent: figure,
      note,
    }),
    soil: v.object({ type: v.string(), properties: v.string() }),
  }),
  nutrient_requirements: v.object({ nitrogen: dose, phosphorus: dose, potassium: dose, note }),
  varieties: texts,
  cultivation_methods: texts,
  irrigation_methods: texts,
  fertilization_and_soil_management: texts,
  weed_and_pest_management: texts,
  affection_and_its_control: v.object({
    general_control_methods: texts,
    pests: v.array(attack),
    diseases: v.array(attack),
  }),
  harvesting_and_post_harvest_management: v.object({ maturity: v.string(), methods: texts, storage: texts }),
  challenges: texts,
  government_initiatives_and_policies: v.array(v.object({ name: v.string(), description: v.string() })),
  sowing_period: v.object({ sowing_start_month: figure, sowing_end_month: figure, note }),
  seed_rate: v.object({
    kg_per_ha: range,
    pieces_per_ha: v.nullish(range, null),
    form: note,
    note,
    ...basis,
  }),
  spacing: v.object({ rows_cm: range, plants_cm: v.nullish(range, null), note, ...basis }),
  maturity_days: v.object({
    classes: v.array(v.object({ maturity: v.string(), min_days: figure, max_days: figure })),
    note,
    ...basis,
  }),
  water_use: v.array(v.object({ season: v.string(), uses_mm: range })),
  if_rain_fails: v.array(v.object({ season: v.string(), text: v.string(), ...basis })),
  sources: v.array(v.object({ title: v.string(), publisher: v.string(), url: v.nullish(v.string(), null) })),
});

export type CropEntry = v.InferOutput<typeof cropEntry>;
export type Attack = v.InferOutput<typeof attack>;

/** An entry, its texts in a language. During a change of language, the entry stays as it was. */
export const cropEntryQuery = (name: string, lang: string) => ({
  ...keptQuery(['crops', name, lang], cropEntry, (api, signal) =>
    api.GET('/api/v1/crops/{name}', { signal, params: { path: { name }, query: { lang } } }),
  ),
  staleTime: Number.POSITIVE_INFINITY,
  placeholderData: (former: CropEntry | undefined, query?: { queryKey: QueryKey }) =>
    query?.queryKey[1] === name ? former : undefined,
});
