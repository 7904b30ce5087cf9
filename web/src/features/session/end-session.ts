import type { QueryClient } from '@tanstack/react-query';
import { finishSignOut, noteSignOut } from '@/shared/api/pending-sign-out';
import { type SessionState, sessionQuery } from '@/shared/api/queries';
import { endCalls, farmerOf } from '@/shared/api/query-client';
import { inBackground } from '@/shared/in-background';
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
 * Signs out. The phone forgets the farmer at once. The server is told now, or as soon as there is a network: until
 * then nobody counts as signed in here, so that the next person cannot open the record.
 */
export async function signOut(session: QueryClient, own: QueryClient): Promise<void> {
  noteSignOut(farmerOf(own) ?? '');
  await session.cancelQueries({ queryKey: sessionQuery.queryKey });
  // Tell the other tabs after the server: without shared storage they would still read the session that is ending.
  inBackground(
    finishSignOut().then((isKnown) => isKnown && tellOtherTabs({ type: 'ended' })),
    'The sign-out is told another time',
  );
  await leave(session, own);
}

/**
 * Aborts pending calls, deletes the user from this browser, and notifies the other tabs. Of the farmer's writes only
 * those that are not sent stay on the phone, for the same farmer; after an erasure none does.
 */
export async function leave(
  session: QueryClient,
  own: QueryClient,
  writes: 'answered' | 'all' = 'answered',
): Promise<void> {
  endCalls(own);
  forgetTab();
  const forgotten = Promise.all([forgetUser(), forgetScreens(own), forgetWrites(own, writes)]);
  await Promise.race([forgotten, new Promise((over) => setTimeout(over, FORGETTING_MS))]);
  clearUser(session, 'left');
  tellOtherTabs({ type: 'signed-out' });
}

async function forgetScreens(own: QueryClient): Promise<void> {
  try {
    const { forgetAnswers } = await import('@/shared/storage/answers');
    await forgetAnswers(farmerOf(own) ?? '');
  } catch (error) {
    console.error('The screens of this farmer could not be deleted', error);
  }
}

async function forgetWrites(own: QueryClient, which: 'answered' | 'all'): Promise<void> {
  try {
    const [{ outbox }, { forgetNotes }] = await Promise.all([
      import('@/outbox/queue/browser-outbox'),
      import('@/outbox/queue/phone-notes'),
    ]);
    await outbox.forget(farmerOf(own) ?? '', which);
    forgetNotes(farmerOf(own) ?? '', which);
  } catch (error) {
    console.error('The writes of this farmer could not be deleted', error);
  }
}

async function forgetUser(): Promise<void> {
  try {
    await (await import('./follow-user')).forgetUser();
  } catch (error) {
    // The next start deletes it: the server then says that nobody is signed in.
    console.error('The stored user could not be deleted', error);
  }
}
