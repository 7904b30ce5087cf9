import type { QueryClient } from '@tanstack/react-query';
import { api, done } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';
import { ownKey, type SessionState, sessionQuery } from '@/shared/api/queries';
import { dropCarriedNotice } from '@/shared/ui/carried-notice';
import { tellOtherTabs } from './auth-channel';

/** Clears the user of this tab, and everything that was theirs. */
export function clearUser(client: QueryClient, ended: NonNullable<SessionState['ended']>): void {
  // Whoever left is not lost afterwards, when the word of it comes back from the other tabs.
  if (ended === 'lost' && !client.getQueryData(sessionQuery.queryKey)?.user) return;
  client.setQueryData(sessionQuery.queryKey, { user: null, ended });
  dropCarriedNotice();
  client.removeQueries({ queryKey: ownKey });
}

/**
 * Sign Out. A farmer whom the server still takes for signed in is not told otherwise: on a shared phone that would hand
 * the record to the next person.
 */
export async function signOut(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: sessionQuery.queryKey });
  try {
    await done(api.DELETE('/api/v1/session'));
  } catch (error) {
    // There was no session any more, which is what the farmer wanted.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  leave(client);
}

/** Nobody is signed in here any more, by the farmer's own wish; the other tabs hear of it. */
export function leave(client: QueryClient): void {
  clearUser(client, 'left');
  tellOtherTabs({ type: 'signed-out' });
}
