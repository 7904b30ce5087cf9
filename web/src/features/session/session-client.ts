import type { QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';

export const SessionClient = createContext<QueryClient | null>(null);

/** Returns the query client of the session. It stays the same when the farmer changes. */
export function useSessionClient(): QueryClient {
  const client = use(SessionClient);
  if (!client) throw new Error('useSessionClient needs a SessionProvider');
  return client;
}
