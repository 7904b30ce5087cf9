import type { QueryClient } from '@tanstack/react-query';
import { type SessionState, sessionQuery } from '@/shared/api/queries';
import { tellOtherTabs } from './auth-channel';
import { browserPlaces, keptIn } from './kept-user';

const kept = keptIn(browserPlaces);
const text = JSON.stringify;

/** The user whom this tab knows already. */
let known: string | undefined;
/** One thing after the other, so that the last news of a tab is what it leaves behind. */
let line = Promise.resolve();

/**
 * Keeps what a tab knows of the session for its next start. A tab that has no answer yet shows the user of last time until
 * the server's own answer, which always wins.
 */
export function followUser(client: QueryClient, session: SessionState | undefined): Promise<void> {
  line = line.then(() => follow(client, session));
  return line;
}

/** Awaits that the user is kept nowhere any more. */
export function forgetUser(): Promise<void> {
  line = line.then(() => {
    known = undefined;
    return kept.forget();
  });
  return line;
}

async function follow(client: QueryClient, session: SessionState | undefined): Promise<void> {
  if (!session) {
    const user = await kept.recall();
    if (!user || client.getQueryData(sessionQuery.queryKey)) return;
    // Of no age, so that the server is asked all the same.
    client.setQueryData(sessionQuery.queryKey, { user }, { updatedAt: 0 });
    return;
  }
  if (!session.user) {
    known = undefined;
    await kept.forget();
    return;
  }
  if (text(session.user) === known) return;
  known = text(session.user);
  if (text(await kept.recall()) === known) return;
  await kept.keep(session.user);
  tellOtherTabs({ type: 'signed-in' });
}
