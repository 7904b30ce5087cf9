import { infiniteQueryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { read } from './client';
import { enteredSize } from './land-size';
import { apiOf, keptAs, keptQuery } from './query-client';
import { finite } from './shapes';

export const sowing = v.object({
  id: v.string(),
  crop: v.string(),
  field_size_ha: finite,
  entered: enteredSize,
  expected_yield_kg: finite,
  sown_at: v.string(),
  is_counted: v.boolean(),
  /** Civil day in India. */
  sown_on: v.string(),
  maturity: v.nullish(v.string(), null),
  harvest_from: v.string(),
  harvest_until: v.string(),
  calendar_region: v.string(),
  closed: v.nullish(
    v.object({
      outcome: v.picklist(['harvested', 'failed']),
      on: v.string(),
      harvested_kg: v.nullish(finite, null),
      /** Until then it can be undone. */
      undo_until: v.optional(v.string(), ''),
    }),
    null,
  ),
});

const withdrawnSowings = v.object({
  items: v.array(v.object({ sowing, withdrawn_at: v.string(), undo_until: v.string() })),
});

const sowingPage = v.object({
  items: v.array(sowing),
  /** Number of further ones, which the server keeps and cannot read. */
  unreadable: v.nullish(v.number(), 0),
  next_cursor: v.nullish(v.string(), null),
});

export const sowingsQuery = infiniteQueryOptions({
  queryKey: ['me', 'sowings'],
  meta: keptAs(v.object({ pages: v.array(sowingPage), pageParams: v.array(v.string()) })),
  queryFn: ({ signal, client, pageParam }) =>
    read(
      apiOf(client).GET('/api/v1/me/sowings', {
        signal,
        params: { query: pageParam ? { cursor: pageParam } : {} },
      }),
      sowingPage,
    ),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor || undefined,
  refetchOnWindowFocus: 'always',
});

/** The sowings whose withdrawal can be undone. */
export const withdrawnQuery = keptQuery(
  [...sowingsQuery.queryKey, 'withdrawn'],
  withdrawnSowings,
  (api, signal) => api.GET('/api/v1/me/withdrawn-sowings', { signal }),
);

export type Sowing = v.InferOutput<typeof sowing>;
