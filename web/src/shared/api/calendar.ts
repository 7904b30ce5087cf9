import * as v from 'valibot';
import { demandKey, recommendationsKey } from './queries';
import { keptQuery } from './query-client';
import { finite } from './shapes';

/** Days are civil days in India. */
const openDays = {
  name: v.string(),
  confidence: v.string(),
  opens: v.string(),
  closes: v.string(),
};

const nextWindows = v.object({
  crops: v.array(v.object({ crop: v.string(), ...openDays })),
});

const sowingWindow = v.object({
  ...openDays,
  season: v.string(),
  region: v.string(),
  /** The districts in which it holds. Empty: all that no other window of the season names. */
  districts: v.array(v.string()),
  /** Month and day, as 08-03. Between `sow_from` and `sow_until` most is sown. */
  earliest: v.string(),
  sow_from: v.string(),
  sow_until: v.string(),
  latest: v.string(),
  harvest_from: v.string(),
  harvest_until: v.string(),
  days_min: finite,
  days_max: finite,
  source: v.string(),
  years: v.string(),
  note: v.nullish(v.string(), null),
});

/** Ten days of arrivals; the last bin of a month ends with it. */
const arrivalBin = v.object({
  from: v.string(),
  usual_tonnes: finite,
  this_year_tonnes: finite,
  in_grow_tonnes: finite,
});

const cropCalendar = v.object({
  region: v.string(),
  crop: v.string(),
  /** `IN` where the state has no calendar of its own for the crop. */
  calendar_region: v.string(),
  coverage_percent: finite,
  windows: v.array(sowingWindow),
  bins: v.array(arrivalBin),
});

export const nextWindowsQuery = (region: string) => ({
  ...keptQuery([...demandKey, 'windows', region], nextWindows, (api, signal) =>
    api.GET('/api/v1/demand/windows', { signal, params: { query: { region } } }),
  ),
  staleTime: 60_000,
});

/** The windows of the farmer's district. They follow from the record, as all recommendations do. */
export const ownWindowsQuery = {
  ...keptQuery([...recommendationsKey, 'windows'], nextWindows, (api, signal) =>
    api.GET('/api/v1/me/windows', { signal }),
  ),
  staleTime: 60_000,
};

export const cropCalendarQuery = (region: string, crop: string, lang: string) => ({
  ...keptQuery([...demandKey, 'calendar', region, crop, lang], cropCalendar, (api, signal) =>
    api.GET('/api/v1/demand/calendar', {
      signal,
      params: { query: { region, crop, lang } },
    }),
  ),
  staleTime: 60_000,
});

export type NextWindow = v.InferOutput<typeof nextWindows>['crops'][number];
export type CropCalendar = v.InferOutput<typeof cropCalendar>;
export type SowingWindow = v.InferOutput<typeof sowingWindow>;
export type ArrivalBin = v.InferOutput<typeof arrivalBin>;
