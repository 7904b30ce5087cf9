import { useQuery } from '@tanstack/react-query';
import { type SessionState, sessionQuery } from '@/shared/api/queries';
import type { User } from '@/shared/api/shapes';
import { useSessionClient } from './session-client';

export type Session =
  | { status: 'resolving' }
  | { status: 'signed-out'; ended?: SessionState['ended'] }
  | { status: 'signed-in'; user: User }
  /** The session request failed. Keeps this status during retries, to avoid flicker. */
  | { status: 'unreachable'; error: unknown; retry: () => void };

export function useSession(): Session {
  const { data, error, errorUpdateCount, refetch } = useQuery(sessionQuery, useSessionClient());
  if (data) return sessionOf(data);
  if (errorUpdateCount > 0) return { status: 'unreachable', error, retry: () => refetch() };
  return { status: 'resolving' };
}

export const sessionOf = ({ user, ended }: SessionState): Session =>
  user ? { status: 'signed-in', user } : { status: 'signed-out', ...(ended && { ended }) };
