import type { QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';

export const SessionClient = createContext<QueryClient | null>(null);

/** The client that knows who is signed in. It outlives every farmer. */
export function useSessionClient(): QueryClient {
  const client = use(SessionClient);
  if (!client) throw new Error('There is no session around');
  return client;
}
