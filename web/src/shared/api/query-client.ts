import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './problem';

const RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}
