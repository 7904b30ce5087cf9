import * as v from 'valibot';

/**
 * Schemas of the answers that the first screen reads; others stand beside their queries. Validation on arrival turns a
 * proxy's page, a truncated body or a wrong type into an error message instead of a crash in a component.
 */
export const finite = v.pipe(v.number(), v.finite());

/** One of these keys; null where there is none, or one that only a newer app knows. */
export const oneOf = <const Keys extends readonly string[]>(keys: Keys) =>
  v.fallback(v.nullish(v.picklist(keys), null), null);

export const demandRow = v.object({
  /** Its key. The app names crops and regions itself, in the language of the screen. */
  crop: v.string(),
  /** Its table name in English, which the way to another screen carries. */
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
  /** Whether the need, or the surplus, is beyond the error of the figure. */
  is_beyond_error: v.nullish(v.boolean()),
  /** Whether imports hold its price today. */
  is_imported: v.nullish(v.boolean()),
  /** What a state's part of India's use goes by: population, processing or production. */
  basis: v.nullish(v.string()),
});

export const demandOverview = v.object({
  region: v.string(),
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
    is_beyond_error: v.nullish(v.boolean()),
  }),
  crops: v.array(demandRow),
  /** Keys of the crops whose figures are not known. */
  not_known: v.nullish(v.array(v.string())),
});

export const user = v.object({
  /** Opaque id. It names the farmer of a call. */
  id: v.string(),
  display_name: v.string(),
  photo_url: v.nullish(v.string(), null),
  email: v.string(),
  /** The language that the farmer chose, if any. */
  language: v.nullish(v.string()),
  /** A record of this e-mail was imported, and waits for the farmer's decision. */
  has_imported_record: v.optional(v.boolean()),
});

export const session = v.object({ user: v.nullish(user, null) });

export const signIn = v.object({ provider: v.string(), is_google: v.boolean() });

export type DemandRow = v.InferOutput<typeof demandRow>;
export type DemandOverview = v.InferOutput<typeof demandOverview>;
export type User = NonNullable<v.InferOutput<typeof session>['user']>;
