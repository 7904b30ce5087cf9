import { queryOptions } from '@tanstack/react-query';
import { INDIA } from '../paths';
import { read } from './client';
import { laterOverview } from './demand-order';
import { isSignOutOver } from './pending-sign-out';
import { apiOf, keptQuery } from './query-client';
import * as shapes from './shapes';

/** One `queryOptions` per endpoint, shared by prefetches, components and cache writes. */

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client }): Promise<SessionState> =>
    (await isSignOutOver())
      ? await read(apiOf(client).GET('/api/v1/session', { signal }), shapes.session)
      : { user: null, ended: 'left' },
  staleTime: 60_000,
  refetchOnWindowFocus: 'always',
  structuralSharing: (current, next) => withEnd(current as SessionState | undefined, next as SessionState),
});

/**
 * Who is signed in, and how the last session ended: 'lost' (expired or ended elsewhere), or 'left' by the
 * farmer.
 */
export interface SessionState {
  user: shapes.User | null;
  ended?: 'lost' | 'left';
}

export function withEnd(current: SessionState | undefined, next: SessionState): SessionState {
  if (next.user || next.ended || !current) return next;
  const ended = current.user ? 'lost' : current.ended;
  return ended ? { ...next, ended } : next;
}

/** The identity provider. Depends only on the server's settings, and is embedded in every page. */
export const signInQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: ({ signal, client }) => read(apiOf(client).GET('/api/v1/sign-in', { signal }), shapes.signIn),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Key prefix of the demand of all regions. A sowing may change several of them. */
export const demandKey = ['demand'] as const;

export const regionDemandQuery = (region: string) => ({
  ...keptQuery([...demandKey, region], shapes.demandOverview, (api, signal) =>
    api.GET('/api/v1/demand', {
      signal,
      params: { query: region === INDIA ? {} : { region } },
    }),
  ),
  staleTime: 15_000,
  structuralSharing: (current: unknown, next: unknown) =>
    laterOverview(current as shapes.DemandOverview | undefined, next as shapes.DemandOverview),
});

export const demandQuery = regionDemandQuery(INDIA);

/** Key prefix of all recommendations. */
export const recommendationsKey = ['me', 'recommendations'] as const;

/** Key prefix of everything that belongs to one farmer. */
export const ownKey = ['me'] as const;
