import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { read } from './client';
import { apiOf, keptAs } from './query-client';

/** Not in `shapes.ts`, to keep it out of the first screen's chunk. */
const regionList = v.object({ items: v.array(v.object({ code: v.string() })) });

export const regionsQuery = queryOptions({
  queryKey: ['regions'],
  meta: keptAs(regionList),
  queryFn: ({ signal, client }) => read(apiOf(client).GET('/api/v1/regions', { signal }), regionList),
  staleTime: Number.POSITIVE_INFINITY,
});
