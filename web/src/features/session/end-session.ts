import type { QueryClient } from '@tanstack/react-query';
import { done } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';
import { type SessionState, sessionQuery } from '@/shared/api/queries';
import { apiOf, endCalls } from '@/shared/api/query-client';
import { forgetTab } from '@/shared/storage/kept-text';
import { tellOtherTabs } from './auth-channel';

/** Maximum wait for deleting the stored user: some browsers never answer a database request. */
const FORGETTING_MS = 3_000;

/** Marks this tab as signed out. */
export function clearUser(session: QueryClient, ended: NonNullable<SessionState['ended']>): void {
  // Keep 'left' after a sign-out: other tabs may report the session as lost.
  if (ended === 'lost' && !session.getQueryData(sessionQuery.queryKey)?.user) return;
  session.setQueryData(sessionQuery.queryKey, { user: null, ended });
}

/**
 * Signs out. Keeps the user until the server confirms it: on a shared phone the next person could otherwise
 * open the record.
 */
export async function signOut(session: QueryClient, own: QueryClient): Promise<void> {
  await session.cancelQueries({ queryKey: sessionQuery.queryKey });
  try {
    await done(apiOf(own).DELETE('/api/v1/session'));
  } catch (error) {
    // The session had already ended.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  await leave(session, own);
}

/** Aborts pending calls, deletes the user from this browser, and notifies the other tabs. */
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
    // The next start deletes it: the server then says that nobody is signed in.
    console.error('The stored user could not be deleted', error);
  }
}
