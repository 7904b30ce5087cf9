import type { QueryClient } from '@tanstack/react-query';
import { done } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';
import { type SessionState, sessionQuery } from '@/shared/api/queries';
import { apiOf, endCalls } from '@/shared/api/query-client';
import { forgetTab } from '@/shared/storage/kept-text';
import { tellOtherTabs } from './auth-channel';

/** How long forgetting may take: some browsers leave a request to their database without an answer. */
const FORGETTING_MS = 3_000;

/** Nobody is signed in in this tab any more. */
export function clearUser(session: QueryClient, ended: NonNullable<SessionState['ended']>): void {
  // Whoever left is not lost afterwards, when the word of it comes back from the other tabs.
  if (ended === 'lost' && !session.getQueryData(sessionQuery.queryKey)?.user) return;
  session.setQueryData(sessionQuery.queryKey, { user: null, ended });
}

/**
 * Sign Out. A farmer whom the server still takes for signed in is not told otherwise: on a shared phone that would hand
 * the record to the next person.
 */
export async function signOut(session: QueryClient, own: QueryClient): Promise<void> {
  await session.cancelQueries({ queryKey: sessionQuery.queryKey });
  try {
    await done(apiOf(own).DELETE('/api/v1/session'));
  } catch (error) {
    // There was no session any more, which is what the farmer wanted.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  await leave(session, own);
}

/** Ends what the farmer has begun, forgets them, and tells the other tabs that they left by their own wish. */
export async function leave(session: QueryClient, own: QueryClient): Promise<void> {
  endCalls(own);
  forgetTab();
  await Promise.race([forgetUser(), new Promise((over) => setTimeout(over, FORGETTING_MS))]);
  clearUser(session, 'left');
  tellOtherTabs({ type: 'signed-out' });
}

async function forgetUser(): Promise<void> {
  try {
    await (await import('./follow-user')).forgetUser();
  } catch (error) {
    // The next start forgets them, as the server then says that nobody is signed in.
    console.error('The user could not be forgotten', error);
  }
}
