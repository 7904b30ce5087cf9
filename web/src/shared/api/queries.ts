import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { INDIA } from '../paths';
import { read } from './client';
import { laterOverview } from './demand-order';
import { apiOf } from './query-client';
import * as shapes from './shapes';

/** One description per endpoint, used by prefetch, component and cache writes alike. */

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal, client }): Promise<SessionState> =>
    read(apiOf(client).GET('/api/v1/session', { signal }), shapes.session),
  staleTime: 60_000,
  refetchOnWindowFocus: 'always',
  structuralSharing: (current, next) => withEnd(current as SessionState | undefined, next as SessionState),
});

/** Who is signed in, and how the session ended when there was one: lost (elsewhere, expired) or left by the farmer. */
export interface SessionState {
  user: shapes.User | null;
  ended?: 'lost' | 'left';
}

export function withEnd(current: SessionState | undefined, next: SessionState): SessionState {
  if (next.user || next.ended || !current) return next;
  const ended = current.user ? 'lost' : current.ended;
  return ended ? { ...next, ended } : next;
}

/** Where farmers sign in. It changes with the server's settings alone, and stands in every page. */
export const signInQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: ({ signal, client }) => read(apiOf(client).GET('/api/v1/sign-in', { signal }), shapes.signIn),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The demand of every region lies under this key: a sowing may change more than one of them. */
export const demandKey = ['demand'] as const;

export const regionDemandQuery = (region: string) =>
  queryOptions({
    queryKey: [...demandKey, region],
    queryFn: ({ signal, client }) =>
      read(
        apiOf(client).GET('/api/v1/demand', {
          signal,
          params: { query: region === INDIA ? {} : { region } },
        }),
        shapes.demandOverview,
      ),
    staleTime: 15_000,
    structuralSharing: (current, next) =>
      laterOverview(current as shapes.DemandOverview | undefined, next as shapes.DemandOverview),
  });

export const demandQuery = regionDemandQuery(INDIA);

export const regionsQuery = queryOptions({
  queryKey: ['regions'],
  queryFn: ({ signal, client }) => read(apiOf(client).GET('/api/v1/regions', { signal }), shapes.regionList),
  staleTime: Number.POSITIVE_INFINITY,
});

export const recordQuery = queryOptions({
  queryKey: ['me', 'record'],
  queryFn: ({ signal, client }) =>
    read(apiOf(client).GET('/api/v1/me/profile', { signal }), shapes.farmerRecord),
});

export const ownSessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal, client }) =>
    read(apiOf(client).GET('/api/v1/me/sessions', { signal }), shapes.ownSessions),
});

/** All that Grow recommends to a farmer, by whatever reason. */
export const recommendationsKey = ['me', 'recommendations'] as const;

export const knownCropRecommendationsQuery = queryOptions({
  queryKey: [...recommendationsKey, 'known-crops'],
  queryFn: ({ signal, client }) =>
    read(
      apiOf(client).GET('/api/v1/me/recommendations/known-crops', { signal }),
      shapes.knownCropRecommendations,
    ),
});

export const sowingsQuery = infiniteQueryOptions({
  queryKey: ['me', 'sowings'],
  queryFn: ({ signal, client, pageParam }) =>
    read(
      apiOf(client).GET('/api/v1/me/sowings', {
        signal,
        params: { query: pageParam ? { cursor: pageParam } : {} },
      }),
      shapes.sowingPage,
    ),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor || undefined,
  refetchOnWindowFocus: 'always',
});

export const cropsQuery = queryOptions({
  queryKey: ['crops'],
  queryFn: ({ signal, client }) => read(apiOf(client).GET('/api/v1/crops', { signal }), shapes.cropList),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Everything that belongs to one farmer lies under this key, so that signing out can drop it in one stroke. */
export const ownKey = ['me'] as const;
