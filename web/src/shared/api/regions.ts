import * as v from 'valibot';
import { keptQuery } from './query-client';

const regionList = v.object({ items: v.array(v.object({ code: v.string() })) });

export const regionsQuery = {
  ...keptQuery(['regions'], regionList, (api, signal) => api.GET('/api/v1/regions', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
};
