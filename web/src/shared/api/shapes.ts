import * as v from 'valibot';

/**
 * Schemas of the server's answers. Validation on arrival turns a proxy's page, a truncated body or a wrong
 * type into an error message instead of a crash in a component.
 */
export const finite = v.pipe(v.number(), v.finite());

export const demandRow = v.object({
  crop: v.string(),
  name: v.string(),
  demand_tonnes: finite,
  met_tonnes: finite,
  need_tonnes: finite,
  met_percent: finite,
  domestic_tonnes: finite,
  exported_tonnes: finite,
  usual_tonnes: finite,
  outside_tonnes: finite,
  sown_tonnes: finite,
  has_balance: v.boolean(),
  /** What a state's part of India's use goes by: population, processing or production. */
  basis: v.nullish(v.string()),
});

export const demandOverview = v.object({
  region: v.string(),
  region_name: v.string(),
  basis: v.string(),
  crop_year: finite,
  revision: finite,
  as_of: v.string(),
  figures_as_of: v.nullish(v.string(), null),
  coverage_percent: finite,
  summary: v.object({
    average_demand_tonnes: finite,
    average_met_tonnes: finite,
    met_percent: finite,
    total_need_tonnes: finite,
  }),
  crops: v.array(demandRow),
});

export const regionList = v.object({ items: v.array(v.object({ code: v.string(), name: v.string() })) });

export const knownCropRecommendations = v.object({
  region: v.string(),
  crop_year: finite,
  missing: v.nullish(v.picklist(['consent-missing']), null),
  crops: v.array(demandRow),
});

export const user = v.object({
  /** Opaque id. It names the farmer of a call. */
  id: v.string(),
  display_name: v.string(),
  photo_url: v.nullish(v.string(), null),
  email: v.string(),
  /** A record of this e-mail was imported, and waits for the farmer's decision. */
  has_imported_record: v.optional(v.boolean()),
});

export const session = v.object({ user: v.nullish(user, null) });

export const signIn = v.object({ provider: v.string(), is_google: v.boolean() });

export const district = v.object({
  key: v.string(),
  name: v.string(),
  state: v.string(),
  region: v.string(),
});

const ownSession = v.object({
  id: v.string(),
  device: v.nullish(v.string(), null),
  signed_in_at: v.string(),
  last_used_at: v.string(),
  is_current: v.boolean(),
});

export const ownSessions = v.object({ items: v.array(ownSession) });

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
});

export const importedRecord = v.object({
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

export const sowing = v.object({
  id: v.string(),
  crop: v.string(),
  name: v.string(),
  field_size_ha: finite,
  expected_yield_kg: finite,
  yield_min_kg_per_ha: finite,
  yield_max_kg_per_ha: finite,
  sown_at: v.string(),
  days_since_sowing: finite,
  is_counted: v.boolean(),
});

export const sowingPage = v.object({ items: v.array(sowing), next_cursor: v.nullish(v.string(), null) });

export const crop = v.object({
  crop: v.string(),
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

export const cropList = v.object({ items: v.array(crop) });

export type DemandRow = v.InferOutput<typeof demandRow>;
export type DemandOverview = v.InferOutput<typeof demandOverview>;
export type KnownCropRecommendations = v.InferOutput<typeof knownCropRecommendations>;
export type User = NonNullable<v.InferOutput<typeof session>['user']>;
export type District = v.InferOutput<typeof district>;
export type OwnSession = v.InferOutput<typeof ownSession>;
export type FarmerRecord = v.InferOutput<typeof farmerRecord>;
export type UsualYield = FarmerRecord['usual_yields'][number];
export type Sowing = v.InferOutput<typeof sowing>;
export type SowingPage = v.InferOutput<typeof sowingPage>;
export type Crop = v.InferOutput<typeof crop>;
