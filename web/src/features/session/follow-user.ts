import type { QueryClient } from '@tanstack/react-query';
import { type SessionState, sessionQuery } from '@/shared/api/queries';
import { showLanguageOf } from '@/shared/i18n/show-language';
import { tellOtherTabs } from './auth-channel';
import { browserPlaces, keptIn } from './kept-user';

const kept = keptIn(browserPlaces);
const text = JSON.stringify;

/** The user that this tab has already stored, as JSON. */
let known: string | undefined;
/** Runs the steps one after the other, so that the latest state is stored last. */
let line = Promise.resolve();

/**
 * Stores the user for the next start. Before the session is known, it shows the stored user. The answer of
 * the server always replaces it.
 */
export function followUser(client: QueryClient, session: SessionState | undefined): Promise<void> {
  line = line.then(() => follow(client, session));
  return line;
}

/** Deletes the stored user. Resolves when it is deleted. */
export function forgetUser(): Promise<void> {
  line = line.then(() => {
    known = undefined;
    return kept.forget();
  });
  return line;
}

/** Delay of the purge, so that the first screen comes first, ms. */
const PURGE_AFTER_MS = 5_000;

/** The farmer for whom this page purges the answers on the phone; null of guests. */
let purgedFor: string | null | undefined;

function purgeSoon(signedIn: string | null): void {
  if (purgedFor === signedIn) return;
  purgedFor = signedIn;
  setTimeout(() => {
    // Another user may be signed in by now.
    if (purgedFor !== signedIn) return;
    import('@/shared/storage/purge-answers')
      .then(({ purgeAnswers }) => purgeAnswers(signedIn))
      .catch((error: unknown) => console.warn('Old answers stay on this phone', error));
  }, PURGE_AFTER_MS);
}

async function follow(client: QueryClient, session: SessionState | undefined): Promise<void> {
  if (!session) {
    const user = await kept.recall();
    if (!user || client.getQueryData(sessionQuery.queryKey)) return;
    // `updatedAt: 0` marks it as stale, so that the server is still asked.
    client.setQueryData(sessionQuery.queryKey, { user }, { updatedAt: 0 });
    return;
  }
  if (!session.user) {
    known = undefined;
    await kept.forget();
    purgeSoon(null);
    return;
  }
  purgeSoon(session.user.id);
  if (text(session.user) === known) return;
  const { language } = session.user;
  // Without its messages, the page stays in its language.
  if (language) await showLanguageOf(language).catch(() => {});
  known = text(session.user);
  if (text(await kept.recall()) === known) return;
  await kept.keep(session.user);
  tellOtherTabs({ type: 'signed-in' });
}
