import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Api, createApi } from './client';
import { isPassing } from './problem';

const RETRIES = 2;

interface Calls {
  api: Api;
  end: AbortController;
}

const calls = new WeakMap<QueryClient, Calls>();

/** What one farmer reads and writes, or a guest: each has a client of their own, so that nothing of one meets the next. */
export function createQueryClient(farmer: string | null): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // Without a network a read fails like any other, so that the screen says so; it is read again when there is one.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5_000,
        retry: (failures, error) => failures < RETRIES && isPassing(error),
        retryDelay: (attempt) => 600 * 2 ** attempt,
      },
      // A write is tried again only where it says so itself (a sowing carries its own key).
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  const end = new AbortController();
  calls.set(client, { api: createApi(farmer, end.signal), end });
  return client;
}

/** The calls in the name of the farmer whose client it is. */
export const apiOf = (client: QueryClient): Api => callsOf(client).api;

/** The calls in the name of the farmer on whose screen this is. */
export const useApi = (): Api => apiOf(useQueryClient());

/** Aborted when the client's farmer has left. */
export const endOf = (client: QueryClient): AbortSignal => callsOf(client).end.signal;

/** Aborts what is open; nothing more is sent in the name of this farmer. */
export function endCalls(client: QueryClient): void {
  callsOf(client).end.abort();
}

function callsOf(client: QueryClient): Calls {
  const found = calls.get(client);
  if (!found) throw new Error('A client without calls of its own');
  return found;
}
