import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { read } from './client';
import { apiOf } from './query-client';

/** Not in `shapes.ts`, to keep it out of the first screen's chunk. */
const ownSession = v.object({
  id: v.string(),
  device: v.nullish(v.string(), null),
  signed_in_at: v.string(),
  last_used_at: v.string(),
  is_current: v.boolean(),
});

const ownSessions = v.object({ items: v.array(ownSession) });

export const ownSessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal, client }) => read(apiOf(client).GET('/api/v1/me/sessions', { signal }), ownSessions),
});

export type OwnSession = v.InferOutput<typeof ownSession>;
