import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { read } from '@/shared/api/client';
import { apiOf, keptQuery } from '@/shared/api/query-client';
import { district } from '@/shared/api/record';

const placeSuggestion = v.object({
  ...district.entries,
  matched_name: v.nullish(v.string(), null),
  /** The sub-district that the text is like. */
  subdistrict: v.nullish(v.string(), null),
});
const placeList = v.object({
  items: v.array(placeSuggestion),
  /** The district that is saved with the text as it is. */
  resolved: v.nullish(district, null),
});

export type PlaceSuggestion = v.InferOutput<typeof placeSuggestion>;

/** Suggests districts for a text, named in a language. Suggestions are optional, so there are no retries. */
export const placesQuery = (typed: string, lang: string) =>
  queryOptions({
    queryKey: ['places', typed, lang],
    queryFn: ({ signal, client }) =>
      read(apiOf(client).GET('/api/v1/places', { signal, params: { query: { q: typed, lang } } }), placeList),
    enabled: typed !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
  });

/** The districts of a state. */
export const districtsQuery = (state: string, lang: string) => ({
  ...keptQuery(['places', 'of', state, lang], placeList, (api, signal) =>
    api.GET('/api/v1/places', { signal, params: { query: { state, lang } } }),
  ),
  enabled: state !== '',
  staleTime: Number.POSITIVE_INFINITY,
});
