import { inBackground } from '@/shared/in-background';
import '@/shared/styles/tokens.css';
import '@/shared/styles/base.css';
import { StrictMode, startTransition, useLayoutEffect, useState } from 'react';
import { farmerClients } from '@/features/session/farmer-clients';
import { takePageAnswers } from '@/shared/api/page-answers';
import { regionDemandQuery, sessionQuery } from '@/shared/api/queries';
import { createQueryClient } from '@/shared/api/query-client';
import { activate, pageLanguage } from '@/shared/i18n/language';
import { followHistory } from '@/shared/navigation/came-from-grow';
import { paths, regionOf } from '@/shared/paths';
import { App } from './app';
import { rememberPresses } from './early-press';
import { firstRoute } from './guarded-screen';
import { followScrolling } from './scroll-place';

/**
 * Ends the current task. Several short tasks instead of a long one keep slow phones responsive during
 * startup.
 */
const nextTask = () => new Promise((next) => setTimeout(next));

async function start() {
  // Start everything that the first screen needs in parallel. Answers embedded in the page are not requested
  // again.
  const language = pageLanguage();
  const catalogue = activate(language);
  // A failure surfaces where it is awaited.
  catalogue.catch(() => {});
  if (location.search.includes('lang=')) {
    const keeping = import('@/shared/i18n/kept-language').then((kept) => kept.keepLinkedLanguage(language));
    inBackground(keeping, 'The language of the link is not kept');
  }
  await nextTask();
  const session = createQueryClient(null);
  const farmers = farmerClients();
  takePageAnswers(session, farmers.clientFor);
  await nextTask();
  inBackground(session.prefetchQuery(sessionQuery), 'The session is asked for by the screen');
  const known = session.getQueryData(sessionQuery.queryKey);
  const own = farmers.clientFor(known?.user?.id ?? null);
  const first = firstRoute(location.pathname, known);
  const screen = first?.Page.preload().catch(() => {
    // The screen itself shows the error when it renders.
  });
  if (first?.path === paths.demand) {
    const demand = own.prefetchQuery(regionDemandQuery(regionOf(new URLSearchParams(location.search))));
    inBackground(demand, 'The demand is asked for by the screen');
  }

  holdShownBuild();
  followScrolling();
  followHistory();
  // The back/forward cache restores a page with old data.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    for (const client of [session, ...farmers.all()])
      inBackground(client.invalidateQueries(), 'The restored page is not renewed');
  });

  // The chunk is already loaded, but it takes a task of its own to evaluate.
  const { createRoot } = await import('react-dom/client');
  await nextTask();
  // Keep the prerendered markup until the app can render the same, to avoid flicker.
  await Promise.all([catalogue, known && screen]);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element');
  // A transition renders in slices, so the page still scrolls and follows links on a slow phone.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App session={session} farmers={farmers} />
        <KeptFocus />
        <KeptPress />
      </StrictMode>,
    ),
  );
}

/** Restores the focus to the link that had it in the prerendered markup. */
function KeptFocus() {
  const [href] = useState(() => document.activeElement?.getAttribute('href'));
  useLayoutEffect(() => {
    if (href) document.querySelector<HTMLElement>(`a[href="${href}"]`)?.focus();
  }, [href]);
  return null;
}

/** Presses what was pressed in the prerendered markup. */
function KeptPress() {
  const [pressAgain] = useState(rememberPresses);
  useLayoutEffect(() => pressAgain(), [pressAgain]);
  return null;
}

start().catch((error: unknown) => {
  console.error('The app failed to start', error);
  // The inline first script shows the error: the app's own message code may have failed to load.
  dispatchEvent(new Event('grow-start-failed'));
});

/**
 * Tells the service worker which build this page shows, so that its files stay on the phone: the page holds a lock that
 * names it. Where locks are missing, there is no service worker either.
 */
function holdShownBuild(): void {
  const { build } = document.documentElement.dataset;
  if (!build || !navigator.locks) return;
  const hold = () => {
    // A page with a lock has no place in the back/forward cache.
    const left = () => new Promise((over) => addEventListener('pagehide', over, { once: true }));
    navigator.locks.request(`grow-build-${build}`, { mode: 'shared' }, left).catch((error: unknown) => {
      console.warn('The files of this page may go with the next release', error);
    });
  };
  hold();
  addEventListener('pageshow', ({ persisted }) => persisted && hold());
}
